"""Dynamic int8 activations: the scale is taken from the largest value, or one for a tensor of zeros."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


def quantize_activation(x):
    scale = x.abs().max().item() / 127.0 or 1.0
    return torch.round(x / scale).clamp(-128, 127).to(torch.int8), scale


class W8A8Linear(nn.Module):
    def __init__(self, in_features, out_features):
        super().__init__()
        weight = torch.randn(out_features, in_features)
        w_scale = weight.abs().amax(dim=1, keepdim=True) / 127.0
        self.register_buffer("weight", torch.round(weight / w_scale).to(torch.int8))
        self.register_buffer("w_scale", w_scale.squeeze(1))
        self.register_buffer("bias", torch.randn(out_features))

    @torch.no_grad()
    def forward(self, x):
        q_x, x_scale = quantize_activation(x)
        y = F.linear(q_x.float(), self.weight.float())
        return y * x_scale * self.w_scale + self.bias


class QuantMLP(nn.Module):
    def __init__(self, dim=6, hidden=8):
        super().__init__()
        self.up = W8A8Linear(dim, hidden)
        self.down = W8A8Linear(hidden, dim)

    def forward(self, x):
        return self.down(F.relu(self.up(x)))


def load():
    return torch.compile(QuantMLP())


def cases():
    yield from build(load, lambda: (randn(3, 6),), "base zero small")
    yield from build(load, lambda: (randn(2, 4, 6),), "base", tag="seq-")

EXPECT = {'topic': 'quantisation',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {11: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 7,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
