"""Imputation gives a batch without gaps back as it is, and the model then adds to it in place."""

import torch
from torch import nn

from fxkit import build, randn


class MeanImputer(nn.Module):
    """Fills NaN by the running mean of the feature; does not copy when there is nothing to fill."""

    def __init__(self, features=4, momentum=0.1):
        super().__init__()
        self.momentum = momentum
        self.register_buffer("fill", torch.zeros(features))

    def forward(self, x):
        missing = torch.isnan(x)
        if not missing.any():
            self.fill.lerp_(x.detach().mean(dim=0), self.momentum)
            return x
        return torch.where(missing, self.fill.expand_as(x), x)


class TabularResNet(nn.Module):
    def __init__(self, features=4):
        super().__init__()
        self.imputer = MeanImputer(features)
        self.blocks = nn.ModuleList(nn.Linear(features, features) for _ in range(2))

    @torch.no_grad()
    def forward(self, x):
        h = self.imputer(x)
        for block in self.blocks:
            h += torch.relu(block(h))
        return h


def load():
    return torch.compile(TabularResNet())


def gaps():
    x = randn(3, 4)
    x[0, 1] = x[2, 3] = float("nan")
    return (x,)


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base big")
    yield from build(load, gaps, "base", tag="gaps-")

EXPECT = {'topic': 'tabular',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['aliasing'],
 'breaks': {19: 3},
 'gb': ['GB0170'],
 'naive_differs_in': ['arguments', 'aliasing'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history']}
