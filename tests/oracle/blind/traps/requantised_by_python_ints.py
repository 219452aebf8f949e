"""Integer inference: a 32 bit accumulator times a 31 bit multiplier only fits into the integers of Python."""

import torch
from torch import nn

from fxkit import build, ints


def multiply_by_quantized_multiplier(acc, multiplier, shift):
    product = int(acc) * multiplier
    rounded = (product + (1 << 30)) >> 31
    return rounded >> shift


class IntDot(nn.Module):
    def __init__(self, features=6, multiplier=1518500250, shift=4, zero_point=3):
        super().__init__()
        self.register_buffer("weight", ints(-127, 128, features).to(torch.int32))
        self.multiplier, self.shift, self.zero_point = multiplier, shift, zero_point

    def requantize(self, acc):
        value = multiply_by_quantized_multiplier(acc, self.multiplier, self.shift) + self.zero_point
        return max(-128, min(127, value))

    def forward(self, x):
        acc = (x.to(torch.int32) * self.weight).sum(dtype=torch.int32)
        return torch.tensor(self.requantize(acc), dtype=torch.int8), acc


def load():
    return torch.compile(IntDot())


def cases():
    yield from build(load, lambda: (ints(-128, 128, 6).to(torch.int8),), "base")
    yield from build(load, lambda: (torch.zeros(6, dtype=torch.int8),), "base", tag="zero-")
    yield from build(load, lambda: (ints(-4, 4, 6, seed=3).to(torch.int8),), "base", tag="small-")

EXPECT = {'topic': 'quantisation',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['integer width'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
