"""Half precision activations are scaled by their largest value; the small constant is added in double precision."""

import torch
import torch.nn as nn

from fxkit import build, randn


class HalfScaler(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("weight", torch.tensor([1.0, 2.0, 0.5, 1.5], dtype=torch.float16))

    @torch.no_grad()
    def forward(self, x):
        scale = x.abs().max().item() + 1e-8
        return (x / scale) * self.weight


def load():
    return torch.compile(HalfScaler())


def cases():
    yield from build(load, lambda: (randn(2, 4).half(),), "base")
    yield from build(load, lambda: (torch.zeros(2, 4).half(),), "base", tag="zeros-")

EXPECT = {'topic': 'training',
 'kind': 'item',
 'verdict': 'any correct rewrite',
 'obligations': ['dtype'],
 'breaks': {16: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['result'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
