"""The newest cache row is a view: the in-place rescale in the arm must reach the cache."""

import torch
from torch import nn

from fxkit import build, randn


class KeyCache(nn.Module):
    def __init__(self, slots, dim):
        super().__init__()
        self.register_buffer("keys", torch.zeros(slots, dim))

    @torch.no_grad()
    def forward(self, query, key):
        self.keys.copy_(torch.cat([self.keys[1:], key[None]]))
        newest = self.keys[-1]
        if newest.abs().max() > 2.0:
            newest.mul_(0.25)
        return self.keys @ query, newest * 1.0


def load():
    return torch.compile(KeyCache(3, 4))


def cases():
    yield from build(load, lambda: (randn(4), randn(4, seed=1)), "base")
    yield from build(load, lambda: (randn(4), randn(4, seed=1) * 6), "base", tag="loud-")


EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['R9', 'O11'],
 'breaks': {18: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
