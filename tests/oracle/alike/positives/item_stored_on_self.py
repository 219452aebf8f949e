"""The loss value is kept as a Python float on the module."""

import torch

from fxkit import build, randn


class Meter:
    def __init__(self):
        self.last = 0.0

    @torch.compile
    def update(self, loss):
        scaled = loss * 2.0
        self.last = scaled.sum().item()
        return scaled - 1.0


def cases():
    yield from build(lambda: Meter().update, lambda: (randn(3),), "base nan inf zero half f64 grad")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R24'],
 'breaks': {15: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['number-tensor']}
