"""A static verbose flag of the module guards a formatted print in the middle."""

import torch
from torch import nn

from fxkit import build, randn


class Stepper(nn.Module):
    def __init__(self, verbose):
        super().__init__()
        self.verbose = verbose
        self.name = "heun"

    def forward(self, x, d):
        half = x + 0.5 * d
        if self.verbose:
            print("{}: {:.3f}".format(self.name, half.detach().abs().sum().item()))
        return half - d * half


def load(verbose):
    return lambda: torch.compile(Stepper(verbose))


def cases():
    yield from build(load(True), lambda: (randn(3), randn(3, seed=1)), "base nan inf zero f64 grad", tag="loud-")
    yield from build(load(False), lambda: (randn(3), randn(3, seed=1)), "base nan", tag="quiet-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R36'],
 'breaks': {18: 15},
 'gb': ['GB0059', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
