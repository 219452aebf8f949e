"""Dr. GRPO: from the outcome reward of an answer the mean over the answers to the same prompt is taken off."""

import torch
import torch.nn as nn

from fxkit import build, ints, randn


@torch.no_grad()
def compute_grpo_outcome_advantage(scores, index):
    """
    scores: (bs,) outcome reward of each response
    index: (bs,) number of the prompt each response belongs to
    """
    advantages = torch.zeros_like(scores)
    for uid in torch.unique(index):
        member = index == uid
        mean = (scores * member).sum() / member.sum()
        advantages = torch.where(member, scores - mean, advantages)
    return advantages


class GRPOLoss(nn.Module):
    def __init__(self, clip_low=0.2, clip_high=0.28, entropy_coeff=1e-3):
        super().__init__()
        self.clip_low, self.clip_high = clip_low, clip_high
        self.entropy_coeff = entropy_coeff

    @torch.compile
    def forward(self, logits, responses, old_log_probs, response_mask, scores, index):
        """logits: (bs, T, vocab), the rest as the rollout left it"""
        log_probs = logits.log_softmax(dim=-1).gather(-1, responses.unsqueeze(-1)).squeeze(-1)
        entropy = -(logits.softmax(dim=-1) * logits.log_softmax(dim=-1)).sum(dim=-1)
        advantages = compute_grpo_outcome_advantage(scores, index).unsqueeze(-1)
        ratio = torch.exp(log_probs - old_log_probs)
        surrogate = torch.min(ratio * advantages, ratio.clamp(1 - self.clip_low, 1 + self.clip_high) * advantages)
        approx_kl = (old_log_probs - log_probs) * response_mask
        n = response_mask.sum().clamp(min=1)
        loss = -((surrogate + self.entropy_coeff * entropy) * response_mask).sum() / n
        return loss, approx_kl.sum().detach() / n


def load():
    return GRPOLoss()


def batch(groups):
    n = len(groups)
    mask = (randn(n, 4, seed=2) > -0.5).float()
    return randn(n, 4, 5), ints(0, 5, n, 4), -randn(n, 4, seed=1).abs(), mask, randn(n), torch.tensor(groups)


def cases():
    yield from build(load, lambda: batch([0, 0, 1, 1, 2, 2]), "base grad")
    yield from build(load, lambda: batch([5, 3, 5, 3, 3, 9]), "base grad", tag="mixed-")

EXPECT = {'topic': 'llm training',
 'kind': 'unique loop',
 'rewrites': [],
 'breaks': {16: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
