"""Mean error over valid targets; no valid target is reported as NaN."""

import torch
from torch import nn

from fxkit import build, randn


class MaskedMAE(nn.Module):
    def __init__(self, null_value=0.0):
        super().__init__()
        self.null_value = null_value
        self.scale = nn.Parameter(torch.ones(()))

    def forward(self, pred, target):
        mask = target != self.null_value
        err = (self.scale * pred - target).abs()
        return err[mask].mean()


def load():
    return torch.compile(MaskedMAE())


def cases():
    yield from build(load, lambda: (randn(3, 4), randn(3, 4, seed=1).relu()), "base grad")
    yield from build(load, lambda: (randn(3, 4), torch.zeros(3, 4)), "base", tag="missing-")


EXPECT = {'topic': 'metrics',
 'kind': 'empty_mean_is_nan',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {18: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'naive_differs_in': ['nan positions'],
 'unsafe': ['close', 'grad-close']}
