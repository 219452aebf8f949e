"""The scale of a block is its largest absolute byte, taken as a number: -128 becomes 128, not -128."""

import torch
from torch import nn

from fxkit import build, ints


class BlockRescale(nn.Module):
    def __init__(self, dim=4, qmax=127.0):
        super().__init__()
        self.qmax = qmax
        self.gain = nn.Parameter(torch.randn(dim))

    def peak(self, block):
        low, high = block.min().item(), block.max().item()
        return max(abs(low), abs(high))

    def forward(self, blocks):
        out = []
        for block in blocks:
            peak = self.peak(block)
            scale = self.qmax / peak if peak > 0 else 1.0
            out.append(block.float() * scale * self.gain)
        return torch.stack(out)


def load():
    return torch.compile(BlockRescale())


def block(*rows):
    return lambda: (torch.tensor(rows, dtype=torch.int8),)


def cases():
    yield from build(load, lambda: (ints(-90, 90, 3, 4).to(torch.int8),), "base")
    yield from build(load, block([-128, 3, 5, 100], [1, 2, -3, 4]), "base", tag="minimum-")
    yield from build(load, block([0, 0, 0, 0], [-128, -128, -128, -128]), "base", tag="zero-")

EXPECT = {'topic': 'quantisation',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['integer width'],
 'breaks': {16: 2},
 'gb': ['GB0124', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
