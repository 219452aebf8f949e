"""Running statistics must not be touched by a batch that is rejected."""

import torch
from torch import nn

from fxkit import build, randn


class RunningNorm(nn.Module):
    def __init__(self, dim=3, momentum=0.2):
        super().__init__()
        self.momentum = momentum
        self.register_buffer("mean", torch.zeros(dim))
        self.register_buffer("count", torch.zeros((), dtype=torch.long))

    def forward(self, x):
        if not torch.isfinite(x).all():
            raise FloatingPointError("observation contains NaN or infinity")
        with torch.no_grad():
            self.mean.lerp_(x.mean(dim=0), self.momentum)
            self.count += 1
        return x - self.mean


def load():
    return torch.compile(RunningNorm())


def cases():
    yield from build(load, lambda: (randn(4, 3),), "base nan inf")


EXPECT = {'topic': 'training',
 'kind': 'raise_before_state',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {17: 1, 18: 1},
 'gb': ['GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 2,
 'naive_differs_in': ['values'],
 'unsafe': ['compiled-exception-type']}
