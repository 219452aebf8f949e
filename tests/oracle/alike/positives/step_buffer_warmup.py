"""A step buffer counts in the graph, the warm-up ends by a tensor test."""

import torch
import torch.nn as nn

from fxkit import build, randn


class Warmup(nn.Module):
    def __init__(self, steps):
        super().__init__()
        self.steps = steps
        self.register_buffer("t", torch.zeros((), dtype=torch.int64))

    def forward(self, x):
        self.t += 1
        if self.t <= self.steps:
            return x * (self.t / self.steps)
        return x * 1.0


def cases():
    yield from build(lambda: torch.compile(Warmup(2)), lambda: (randn(3),), "base nan inf half f64 grad")
    yield from build(lambda: torch.compile(Warmup(1)), lambda: (randn(3),), "base", tag="one-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R2'],
 'breaks': {17: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
