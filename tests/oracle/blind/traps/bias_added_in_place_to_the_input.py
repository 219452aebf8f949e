"""A residual bias goes into the hidden states in place, unless padding had to be cleared before."""

import torch
from torch import nn

from fxkit import bools, build, randn


class ResidualBias(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.bias = nn.Parameter(torch.randn(dim), requires_grad=False)
        self.norm = nn.LayerNorm(dim)

    def clear_padding(self, hidden, padding):
        if padding.any():
            hidden = hidden.masked_fill(padding.unsqueeze(-1), 0.0)
        return hidden

    def forward(self, hidden, padding):
        hidden = self.clear_padding(hidden, padding)
        # the caller hands over its buffer
        hidden += self.bias
        return self.norm(hidden)


def load():
    return torch.compile(ResidualBias())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4), bools(2, 3)), "base true false")

EXPECT = {'topic': 'transformers',
 'kind': 'branch',
 'verdict': 'decline',
 'obligations': ['aliasing', 'effects on arguments'],
 'breaks': {16: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['args'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
