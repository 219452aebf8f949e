"""Each expert keeps account of the tokens that it was given."""

import torch
from torch import nn

from fxkit import bools, build, randn


class Expert(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.up = nn.Linear(width, 2 * width)
        self.down = nn.Linear(2 * width, width)
        self.register_buffer("tokens", torch.zeros((), dtype=torch.int64))

    def forward(self, h):
        self.tokens += h.shape[0]
        return self.down(torch.relu(self.up(h)))


class Router(nn.Module):
    def __init__(self, width=3):
        super().__init__()
        self.left, self.right = Expert(width), Expert(width)

    def forward(self, h, goes_left):
        out = torch.empty_like(h)
        out[goes_left] = self.left(h[goes_left])
        out[~goes_left] = self.right(h[~goes_left])
        return out


def cases():
    yield from build(lambda: torch.compile(Router()), lambda: (randn(6, 3), bools(6)), "base true false")

EXPECT = {'topic': 'moe',
 'verdict': 'any correct rewrite',
 'obligations': ['R32', 'O3'],
 'breaks': {28: 1, 29: 3},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
