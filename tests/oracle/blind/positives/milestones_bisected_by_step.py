"""Loss weights that drop at milestones; the number of milestones passed is found by bisection of the step counter."""

from bisect import bisect_right

import torch
from torch import nn

from fxkit import build, randn


class MultiStepWeight(nn.Module):
    def __init__(self, milestones, gamma=0.5, start=1.0):
        super().__init__()
        self.milestones = sorted(milestones)
        self.gamma, self.start = gamma, start
        self.register_buffer("last_step", torch.zeros((), dtype=torch.long))

    def forward(self):
        passed = bisect_right(self.milestones, self.last_step.item())
        self.last_step += 1
        return self.start * self.gamma**passed


class AuxiliaryDepthHead(nn.Module):
    def __init__(self, dim=4, milestones=(1, 3), gamma=0.5):
        super().__init__()
        self.main = nn.Linear(dim, 2)
        self.depth = nn.Linear(dim, 1)
        self.weight = MultiStepWeight(milestones, gamma)

    def forward(self, feats, target, depth):
        main = (self.main(feats) - target).abs().mean()
        aux = (self.depth(feats).squeeze(-1) - depth).square().mean()
        weight = self.weight()
        return main + weight * aux, {"weight": weight}


class Fit:
    def __init__(self, milestones=(1, 3), gamma=0.5):
        self.loss = torch.compile(AuxiliaryDepthHead(milestones=milestones, gamma=gamma))

    def epoch(self, *batch):
        return [self.loss(*batch) for _ in range(3)]


def load(milestones=(1, 3), gamma=0.5):
    return Fit(milestones, gamma).epoch


def cases():
    def batch():
        return randn(5, 4), randn(5, 2), randn(5)

    yield from build(load, batch, "base grad")
    yield from build(lambda: load((2, 0, 4), 0.3), batch, "base", tag="three-")

EXPECT = {'topic': 'training',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {19: 5},
 'gb': ['GB0007', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 9,
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
