"""Lengths that arrive as small integers are listed and made into a tensor anew, which then has 64 bits."""

import torch
from torch import nn

from fxkit import build, randn


class LengthHead(nn.Module):
    def __init__(self, dim=4, stride=2, blocks=2):
        super().__init__()
        self.fc = nn.Linear(dim, dim)
        self.stride, self.blocks = stride, blocks

    def output_lengths(self, lengths):
        sizes = []
        for n in lengths:
            size = n.item()
            for _ in range(self.blocks):
                size = (size + 1) // self.stride
            sizes.append(size * 100)
        return torch.tensor(sizes)

    def forward(self, pooled, lengths):
        out_lengths = self.output_lengths(lengths)
        return self.fc(pooled), out_lengths


def load():
    return torch.compile(LengthHead())


def cases():
    yield from build(load, lambda: (randn(3, 4), torch.tensor([9, 4, 1], dtype=torch.uint8)), "base grad")
    yield from build(load, lambda: (randn(3, 4), torch.tensor([255, 90, 0], dtype=torch.uint8)), "base", tag="long-")
    yield from build(load, lambda: (randn(2, 4), torch.tensor([31000, 12], dtype=torch.int16)), "base", tag="int16-")

EXPECT = {'topic': 'speech',
 'kind': 'item',
 'verdict': 'any correct rewrite',
 'obligations': ['dtype', 'integer width'],
 'breaks': {18: 3},
 'gb': ['GB0124', 'GB7000'],
 'naive_differs_in': ['dtype', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
