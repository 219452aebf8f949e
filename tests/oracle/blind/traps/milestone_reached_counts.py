"""Learning rate by milestones: bisect_right, so that the rate drops in the very step of the milestone."""

from bisect import bisect_right

import torch
from torch import nn

from fxkit import build, randn


class MultiStep:
    def __init__(self, base=0.1, milestones=(2, 4), gamma=0.1):
        self.base = base
        self.milestones = list(milestones)
        self.gamma = gamma

    def __call__(self, step):
        return self.base * self.gamma ** bisect_right(self.milestones, step.item())


class SGDModel(nn.Module):
    def __init__(self, dim=3, start=0):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))
        self.register_buffer("step", torch.tensor(start))
        self.schedule = MultiStep()

    @torch.no_grad()
    def forward(self, grad):
        self.step += 1
        lr = self.schedule(self.step)
        self.weight.sub_(lr * grad)
        return self.weight.clone(), lr


def load(start=0):
    return torch.compile(SGDModel(start=start))


def cases():
    yield from build(load, lambda: (randn(3),), "base nan")
    yield from build(lambda: load(2), lambda: (randn(3),), "base", tag="later-")

EXPECT = {'topic': 'training',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {18: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
