"""A linear layer that keeps its weights in the layout that the machine at hand is fastest with."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


def can_use_packed(x):
    return torch.backends.mkldnn.is_available() and not x.requires_grad


class PackedLinear(nn.Linear):
    def forward(self, x):
        if can_use_packed(x):
            flat = x.reshape(-1, x.shape[-1])
            return F.linear(flat, self.weight, self.bias).view(*x.shape[:-1], -1)
        return F.linear(x, self.weight, self.bias)


class GatedMLP(nn.Module):
    def __init__(self, dim=4, inner=6):
        super().__init__()
        self.gate = PackedLinear(dim, inner, bias=False)
        self.up = PackedLinear(dim, inner, bias=False)
        self.down = PackedLinear(inner, dim)

    def forward(self, x):
        return x + self.down(F.silu(self.gate(x)) * self.up(x))


def load():
    return torch.compile(GatedMLP())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4),), "base grad nan big")

EXPECT = {'topic': 'LLM inference',
 'kind': 'machine question',
 'rewrites': [],
 'breaks': {-1: 7, 11: 2},
 'gb': ['GB0007'],
 'skips': 0,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
