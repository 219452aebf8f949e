"""A fake quantiser counts saturated values in an attribute and remembers how often it ran."""

import torch
from torch import nn

from fxkit import build, randn


class FakeQuantLinear(nn.Module):
    def __init__(self, dim=4, bits=4, scale=0.25):
        super().__init__()
        self.weight = nn.Parameter(torch.eye(dim) * 0.7)
        self.qmax = 2 ** (bits - 1) - 1
        self.scale = scale
        self.num_saturated = 0
        self.num_seen = 0

    def quantise(self, x):
        levels = torch.round(x / self.scale)
        saturated = levels.abs() > self.qmax
        self.num_saturated += int(saturated.sum())
        self.num_seen += x.numel()
        clamped = levels.clamp(-self.qmax, self.qmax) * self.scale
        return x + (clamped - x).detach()

    def forward(self, x):
        return self.quantise(x) @ self.weight.T

    def saturation(self):
        return self.num_saturated / max(self.num_seen, 1)


def load():
    layer = FakeQuantLinear()
    layer.compile()
    return layer


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base grad big small")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R28'],
 'breaks': {21: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
