"""LayerDrop with one device-side draw per layer; a dropped layer passes the input on."""

import torch
from torch import nn

from fxkit import build, randn


class DropStack(nn.Module):
    def __init__(self, depth: int, drop: float):
        super().__init__()
        self.depth = depth
        self.drop = drop

    def mix(self, x, shift):
        return 0.5 * (x + torch.roll(x, shifts=shift, dims=-1))

    def forward(self, x):
        x = x - x.mean(-1, keepdim=True)
        for i in range(self.depth):
            keep = torch.rand(1)
            if self.training and keep < self.drop:
                x = x + 0.0
            else:
                x = self.mix(x, shift=i + 1)
        return x


def load():
    return torch.compile(DropStack(3, 0.4))


def cases():
    yield from build(load, lambda: (randn(3, 6),), "grad nan+grad inf+grad")
    yield from build(lambda: torch.compile(DropStack(3, 0.4).eval()), lambda: (randn(3, 6),), "base", tag="eval-")


EXPECT = {'topic': 'speech',
 'rewrites': ['R40', 'R1'],
 'breaks': {22: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
