"""The early return hands out the buffer itself."""

import torch
import torch.nn as nn

from fxkit import build, randn


class Store(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("ref", torch.ones(3))

    @torch.compile
    def forward(self, x):
        if x.sum() > 0:
            return self.ref
        return x * 2.0


def cases():
    yield from build(Store, lambda: (randn(3),), "pos neg")

EXPECT = {'topic': 'norm',
 'verdict': 'any correct rewrite',
 'obligations': ['O8'],
 'breaks': {16: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['alias'],
 'unsafe': []}
