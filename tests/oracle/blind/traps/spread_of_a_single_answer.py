"""Group-relative advantages: finished answers are normalised in their group; a lone answer has no spread."""

import torch

from fxkit import randn, sweep


def group_stats(rewards, finished):
    kept = rewards[finished]
    mean = kept.sum() / kept.numel()
    variance = (kept - mean).square().sum() / (kept.numel() - 1)
    return mean, variance.sqrt()


def advantages(rewards, finished, eps=1e-4):
    rows = []
    for r, f in zip(rewards, finished):
        mean, std = group_stats(r, f)
        rows.append((r - mean) / (std + eps) * f)
    return torch.stack(rows)


@torch.compile
def grpo_loss(logp, old_logp, rewards, finished, clip=0.2):
    adv = advantages(rewards, finished)
    ratio = (logp - old_logp).exp()
    loss = -torch.minimum(ratio * adv, ratio.clamp(1 - clip, 1 + clip) * adv)
    return loss.sum(dim=1), adv


def cases():
    some = torch.tensor([[True, True, False, True], [True, True, True, True]])
    lone = torch.tensor([[True, False, False, False], [False, False, False, False]])
    yield from sweep(grpo_loss, lambda: (randn(2, 4), randn(2, 4, seed=1), randn(2, 4, seed=2), some), "base")
    yield from sweep(grpo_loss, lambda: (randn(2, 4), randn(2, 4, seed=1), randn(2, 4, seed=2), lone), "base", tag="lone-")

EXPECT = {'topic': 'llm training',
 'kind': 'mask reduction',
 'verdict': 'any correct rewrite',
 'obligations': ['the unbiased spread of one value is NaN', 'the mean of nothing is NaN'],
 'breaks': {9: 2},
 'gb': ['GB0036', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
