"""Block floating point: the shared exponent is a Python integer, which a block of zeros does not have."""

import math

import torch
from torch import nn

from fxkit import build, randn


class BlockFloat(nn.Module):
    def __init__(self, block=4, mantissa_bits=4):
        super().__init__()
        self.block = block
        self.mantissa_bits = mantissa_bits

    def quantize_block(self, x):
        amax = x.detach().abs().max()
        exponent = int(torch.floor(torch.log2(amax)).item())
        step = math.ldexp(1.0, exponent - self.mantissa_bits + 1)
        q = torch.clamp(torch.round(x.detach() / step), -(2 ** self.mantissa_bits) + 1, 2 ** self.mantissa_bits - 1)
        return x + (q * step - x).detach()

    def forward(self, x):
        blocks = x.reshape(-1, self.block)
        return torch.stack([self.quantize_block(b) for b in blocks]).view_as(x)


class BFPLinear(nn.Module):
    def __init__(self, dim=8, out=3):
        super().__init__()
        self.linear = nn.Linear(dim, out)
        self.quant = BlockFloat()

    def forward(self, x):
        return self.linear(self.quant(x))


def load():
    return torch.compile(BFPLinear())


def cases():
    yield from build(load, lambda: (randn(1, 8),), "base grad big small zero nan inf")

EXPECT = {'topic': 'quantisation',
 'kind': 'numbers',
 'verdict': 'decline',
 'obligations': ['exceptions of int()'],
 'breaks': {19: 7, 20: 1},
 'gb': ['GB0112', 'GB0124', 'GB7000'],
 'naive_differs_in': ['exception'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history',
            'number-tensor']}
