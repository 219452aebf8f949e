"""The guard stands under a static switch of the module."""

import torch
from torch import nn

from fxkit import build, ints, randn


class Embed(nn.Module):
    def __init__(self, strict):
        super().__init__()
        self.strict = strict

    def forward(self, x, pos):
        if self.strict:
            if pos.amax() > 7:
                raise ValueError("position beyond the table")
        return x + pos.unsqueeze(-1) * 0.25


def load(strict):
    return lambda: torch.compile(Embed(strict))


def cases():
    yield from build(load(True), lambda: (randn(3, 2), ints(0, 8, 3)), "base nan half grad")
    yield from build(load(True), lambda: (randn(3, 2), ints(8, 12, 3)), "base", tag="far-")
    yield from build(load(False), lambda: (randn(3, 2), ints(8, 12, 3)), "base", tag="loose-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R18'],
 'breaks': {16: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
