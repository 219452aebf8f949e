"""A module's own check method raises."""

import torch
from torch import nn

from fxkit import build, ints, randn


class Scheduler(nn.Module):
    def __init__(self, steps):
        super().__init__()
        self.steps = steps

    def _check(self, t):
        if torch.any(t >= self.steps):
            raise IndexError("timestep beyond the schedule")

    def forward(self, x, t):
        self._check(t)
        return x * (t / self.steps)[:, None]


def load():
    return torch.compile(Scheduler(10))


def cases():
    yield from build(load, lambda: (randn(2, 3), ints(0, 10, 2)), "base nan half f64")
    yield from build(load, lambda: (randn(2, 3), ints(10, 20, 2)), "base", tag="beyond-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R18'],
 'breaks': {15: 1, 16: 1},
 'gb': ['GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
