"""The best validation loss so far, beside the number of calls since it was seen."""

import torch
from torch import nn

from fxkit import build, randn


class BestTracker(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.net = nn.Linear(dim, 1)
        self.register_buffer("best", torch.tensor(float("inf")))
        self.register_buffer("since", torch.tensor(-1))

    @torch.no_grad()
    def forward(self, x, y):
        loss = (self.net(x).squeeze(-1) - y).abs().mean()
        if self.since < 0 or loss < self.best:
            self.best = loss
            self.since = torch.zeros_like(self.since)
        else:
            self.since = self.since + 1
        return loss, self.best


def load():
    return torch.compile(BestTracker())


def cases():
    yield from build(load, lambda: (randn(3, 4), randn(3)), "base nan inf")

EXPECT = {'topic': 'training utilities',
 'kind': 'branch with state',
 'verdict': 'any correct rewrite',
 'obligations': ['NaN', 'state'],
 'breaks': {19: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history']}
