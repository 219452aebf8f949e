"""A relaxation prints its residual, then refuses to go on if it has grown: the line must be there by then."""

import torch
from torch import nn

from fxkit import build, randn


class Relaxation(nn.Module):
    def __init__(self, omega=0.5, limit=20.0):
        super().__init__()
        self.omega = omega
        self.limit = limit
        self.scale = nn.Parameter(torch.ones(()))

    def forward(self, matrix, x, b):
        r = b - matrix @ x
        print("residual", r.norm().detach())
        if r.norm() > self.limit:
            raise FloatingPointError("relaxation diverges")
        x = x + self.omega * self.scale * r
        return x, r


def load():
    return torch.compile(Relaxation())


def cases():
    yield from build(load, lambda: (torch.eye(3), torch.zeros(3), randn(3)), "base grad", tag="calm-")
    yield from build(load, lambda: (torch.eye(3), torch.zeros(3), randn(3) * 100), "base", tag="wild-")

EXPECT = {'topic': 'physics',
 'kind': 'host',
 'verdict': 'any correct rewrite',
 'obligations': ['R26', 'order of effects'],
 'breaks': {18: 2, 19: 2},
 'gb': ['GB0059', 'GB0170'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-exception-type',
            'finite-grad',
            'fresh-result',
            'grad-none-zero',
            'requires-grad',
            'shown-history']}
