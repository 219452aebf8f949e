"""A print behind a Python flag of the module."""

import torch
from torch import nn

from fxkit import build, randn


class Tracker(nn.Module):
    def __init__(self, verbose):
        super().__init__()
        self.verbose = verbose
        self.scale = nn.Parameter(torch.ones(3) * 2.0)

    def forward(self, grad):
        step = grad * self.scale
        if self.verbose:
            print("step of", tuple(step.shape))
        return step - 0.5


def load(verbose):
    return torch.compile(Tracker(verbose))


def cases():
    yield from build(lambda: load(True), lambda: (randn(2, 3),), "base nan zero half f64 grad")
    yield from build(lambda: load(False), lambda: (randn(2, 3),), "base grad", tag="quiet-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R36'],
 'breaks': {18: 4},
 'gb': ['GB0059'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
