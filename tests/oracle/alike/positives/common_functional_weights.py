"""The same functional with another weight in each arm."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class TwoHeads(nn.Module):
    def __init__(self):
        super().__init__()
        self.easy = nn.Parameter(torch.randn(2, 4))
        self.hard = nn.Parameter(torch.randn(2, 4))

    def forward(self, x):
        x = x - x.mean()
        if x.abs().sum() < 9.0:
            y = F.linear(x, self.easy)
        else:
            y = F.linear(x, self.hard)
        return y.sum(0)


def load():
    return torch.compile(TwoHeads())


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base small big nan inf zero grad small+grad")

EXPECT = {'topic': 'moe',
 'rewrites': ['R11'],
 'breaks': {18: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
