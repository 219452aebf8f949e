"""The item is appended to a history list on the object."""

import torch

from fxkit import build, randn


class Tracker:
    def __init__(self):
        self.history = []

    @torch.compile
    def add(self, pred, gold):
        err = (pred - gold).abs()
        self.history.append(err.amax().item())
        return err * 0.5


def cases():
    yield from build(lambda: Tracker().add, lambda: (randn(3), randn(3, seed=1)), "base nan inf zero half f64 grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R24'],
 'breaks': {15: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['number-tensor']}
