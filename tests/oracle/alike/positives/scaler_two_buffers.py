"""Each arm updates another buffer in place."""

import torch
from torch import nn

from fxkit import build, randn


class LossScale(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("scale", torch.tensor(8.0))
        self.register_buffer("good", torch.tensor(0))

    @torch.no_grad()
    def forward(self, grad):
        if torch.isfinite(grad).all():
            self.good.add_(1)
        else:
            self.scale.mul_(0.5)
        return grad / self.scale


def load():
    return torch.compile(LossScale())


def cases():
    yield from build(load, lambda: (randn(4),), "base nan inf zero big half f64")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R8', 'R9'],
 'breaks': {17: 3},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
