"""Padding is only masked when some sequence is short."""

import torch
from torch import nn

from fxkit import build, ints, randn


class TailPool(nn.Module):
    def __init__(self, width=3):
        super().__init__()
        self.shift = nn.Parameter(torch.ones(width) * 0.1)

    def tail(self, x, lengths):
        return torch.arange(x.shape[1])[None, :] >= lengths[:, None]

    def forward(self, x, lengths):
        x = x + self.shift
        tail = self.tail(x, lengths)
        if tail.any():
            x = x.masked_fill(tail.unsqueeze(-1), 0.0)
        return x.sum(1)


def load():
    return torch.compile(TailPool())


def cases():
    yield from build(load, lambda: (randn(2, 4, 3), ints(1, 4, 2)), "base nan inf zero grad nan+grad inf+grad")
    yield from build(load, lambda: (randn(2, 4, 3), torch.tensor([4, 4])), "base nan grad", tag="full-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R15'],
 'breaks': {20: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
