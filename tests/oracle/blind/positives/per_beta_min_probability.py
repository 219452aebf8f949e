"""Prioritised replay after the baselines: importance weights are scaled by the largest weight that is possible."""

import torch
from torch import nn

from fxkit import build, ints, randn


class PrioritizedLearner(nn.Module):
    def __init__(self, capacity=16, obs=4, actions=3, alpha=0.6, beta=0.4, eps=1e-3):
        super().__init__()
        self.q = nn.Sequential(nn.Linear(obs, 16), nn.ReLU(), nn.Linear(16, actions))
        self.register_buffer("priorities", torch.ones(capacity))
        self.alpha = alpha
        self.beta = beta
        self.eps = eps
        self._max_priority = 1.0

    def importance_weights(self, idx):
        total = self.priorities.sum().item()
        p_min = self.priorities.min().item() / total
        max_weight = (p_min * len(self.priorities)) ** (-self.beta)
        p_sample = self.priorities[idx] / total
        return (p_sample * len(self.priorities)) ** (-self.beta) / max_weight

    def update_priorities(self, idx, td):
        new = (td.abs() + self.eps) ** self.alpha
        self.priorities[idx] = new
        self._max_priority = max(self._max_priority, new.max().item())

    def forward(self, idx, obs, act, target):
        weights = self.importance_weights(idx)
        q = self.q(obs).gather(1, act.unsqueeze(1)).squeeze(1)
        td = target - q
        loss = (weights * td.square()).mean()
        self.update_priorities(idx, td.detach())
        return loss, weights


def load():
    return torch.compile(PrioritizedLearner())


def cases():
    def batch(scale=1.0):
        return torch.tensor([3, 0, 9, 14, 7]), randn(5, 4), ints(0, 3, 5), scale * randn(5)

    yield from build(load, batch, "base grad zero")
    yield from build(load, lambda: batch(30.0), "base", tag="surprising-")

EXPECT = {'topic': 'rl',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {20: 1, 21: 1, 29: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': ['close', 'number-tensor'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
