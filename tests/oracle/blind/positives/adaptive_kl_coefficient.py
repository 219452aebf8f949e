"""RLHF loss with an adaptive KL penalty: the coefficient is a number that the loss itself moves."""

import torch
from torch import nn

from fxkit import build, randn


class AdaptiveKLController:
    """Raises the coefficient when the policy drifts, lowers it when it hardly moves."""

    def __init__(self, init_coef=0.25, target=0.1, factor=2.0):
        self.value = init_coef
        self.target = target
        self.factor = factor

    def update(self, kl):
        if kl > 1.5 * self.target:
            self.value = self.value * self.factor
        elif kl < self.target / 1.5:
            self.value = self.value / self.factor


class PolicyLoss(nn.Module):
    def __init__(self, dim=4, vocab=5):
        super().__init__()
        self.head = nn.Linear(dim, vocab)
        self.kl_ctl = AdaptiveKLController()

    def forward(self, hidden, ref_logits, reward):
        logp = self.head(hidden).log_softmax(dim=-1)
        ref = ref_logits.log_softmax(dim=-1)
        kl = (logp.exp() * (logp - ref)).sum(dim=-1).mean()
        loss = -(reward * logp[..., 0]).mean() + self.kl_ctl.value * kl
        self.kl_ctl.update(kl.item())
        return loss


def load():
    return torch.compile(PolicyLoss())


def cases():
    yield from build(load, lambda: (randn(3, 4), randn(3, 5), randn(3)), "base grad")
    yield from build(load, lambda: (randn(3, 4) * 4, randn(3, 5), randn(3)), "base", tag="drift-")
    yield from build(load, lambda: (randn(3, 4) * 0.1, randn(3, 5) * 0.1, randn(3)), "base nan", tag="still-")

EXPECT = {'topic': 'rl',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {35: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
