"""The best scoring region of an image: among the valid ones if there are any, else among all."""

import torch
import torch.nn as nn

from fxkit import bools, build, randn


class RegionSelector(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.score = nn.Linear(dim, 1)
        self.embed = nn.Linear(dim, dim)

    def forward(self, regions, valid):
        scores = self.score(regions).squeeze(-1)
        if valid.any():
            value, index = scores.masked_fill(~valid, float("-inf")).max(dim=-1)
        else:
            value, index = scores.max(dim=-1)
        chosen = self.embed(regions[index])
        return chosen * torch.sigmoid(value), index


def load():
    return torch.compile(RegionSelector())


def cases():
    yield from build(load, lambda: (randn(5, 4), bools(5)), "base grad true false")

EXPECT = {'topic': 'detection',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {17: 2, 21: 3},
 'gb': ['GB0033', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['finite-grad'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
