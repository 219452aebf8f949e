"""Affine coupling flow; a non-finite log-determinant is reported as an error that names the layer."""

import torch
from torch import nn

from fxkit import build, randn


class Coupling(nn.Module):
    def __init__(self, dim, flip):
        super().__init__()
        self.flip = flip
        self.net = nn.Sequential(nn.Linear(dim // 2, 8), nn.Tanh(), nn.Linear(8, dim))

    def forward(self, x):
        a, b = x.chunk(2, -1)
        if self.flip:
            a, b = b, a
        shift, log_scale = self.net(a).chunk(2, -1)
        b = b * log_scale.exp() + shift
        out = torch.cat([b, a] if self.flip else [a, b], -1)
        return out, log_scale.sum(-1)


class Flow(nn.Module):
    """Density model with a standard normal base."""

    def __init__(self, dim=4, depth=2):
        super().__init__()
        self.layers = nn.ModuleList([Coupling(dim, bool(i % 2)) for i in range(depth)])

    def base_log_prob(self, z):
        return -0.5 * (z ** 2 + 1.8378770664093453).sum(-1)

    def forward(self, x):
        total = x.new_zeros(x.shape[0])
        for i, layer in enumerate(self.layers):
            x, logdet = layer(x)
            if not torch.isfinite(logdet).all():
                raise FloatingPointError(f"log-determinant of layer {i} is not finite")
            total = total + logdet
        return self.base_log_prob(x) + total


def density():
    return torch.compile(Flow())


def cases():
    yield from build(density, lambda: (randn(5, 4),), "base nan inf big grad")
    yield from build(density, lambda: (randn(0, 4),), "base", tag="none-")

EXPECT = {'topic': 'normalising flows',
 'rewrites': ['R18', 'R19'],
 'breaks': {39: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
