"""The zero point of a quantised layer is an int8 buffer; the offset that it makes needs more than eight bits."""

import torch
from torch import nn

from fxkit import build, randn


class QuantizedRows(nn.Module):
    """Stores rows as int8 with one scale and zero point."""

    def __init__(self, rows=4, cols=3):
        super().__init__()
        self.cols = cols
        self.register_buffer("qweight", (torch.linspace(-1, 1, rows * cols).view(rows, cols) * 100).to(torch.int8))
        self.register_buffer("zero_point", torch.tensor(60, dtype=torch.int8))
        self.register_buffer("scale", torch.tensor(0.02))

    def row_offset(self):
        """What the zero point adds to the sum over one row."""
        return self.zero_point.item() * self.cols

    def forward(self, x):
        acc = self.qweight.to(torch.int32).sum(dim=-1) - self.row_offset()
        return x @ (self.qweight * self.scale).t() + acc * self.scale, acc


def load():
    return torch.compile(QuantizedRows())


def cases():
    yield from build(load, lambda: (randn(2, 3),), "base zero grad")

EXPECT = {'topic': 'quantisation',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['O8', 'dtype'],
 'breaks': {21: 1},
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
