"""Reward preprocessing: clipped rewards come back in single precision, the others as they were."""

import torch

from fxkit import randn, sweep


class RewardConfig:
    clip = 1.0
    gamma = 0.9


def clip_rewards(rewards, limit):
    """Large rewards are clipped in float32 for the statistics."""
    if rewards.abs().max() > limit:
        return rewards.float().clamp(-limit, limit)
    return rewards * 1.0


@torch.compile
def discounted(rewards, dones):
    r = clip_rewards(rewards, RewardConfig.clip)
    out, running = [], torch.zeros_like(r[0])
    for t in reversed(range(r.shape[0])):
        running = r[t] + RewardConfig.gamma * running * (1 - dones[t].to(r.dtype))
        out.append(running)
    return torch.stack(out[::-1])


def cases():
    yield from sweep(discounted, lambda: (randn(4, 2), torch.zeros(4, 2)), "base half nan")
    yield from sweep(discounted, lambda: (randn(4, 2) * 0.1, torch.ones(4, 2)), "base half f64", tag="small-")

EXPECT = {'topic': 'rl',
 'verdict': 'decline',
 'obligations': [],
 'breaks': {15: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['dtype'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history',
            'compiled-exception-type']}
