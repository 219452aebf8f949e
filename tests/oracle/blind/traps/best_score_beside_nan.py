"""The best score so far is kept; a score that is no number is never better."""

import torch
import torch.nn as nn

from fxkit import build, randn


class KeepBest(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.net = nn.Linear(dim, 1)
        self.register_buffer("best", torch.tensor(float("inf")))

    @torch.no_grad()
    def forward(self, x):
        score = self.net(x).pow(2).mean()
        if score < self.best:
            self.best = score
        return self.best - score


def load():
    return torch.compile(KeepBest())


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base nan big")

EXPECT = {'topic': 'training',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['NaN'],
 'breaks': {18: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['module.best'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
