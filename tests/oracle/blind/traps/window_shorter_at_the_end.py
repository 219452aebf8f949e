"""Genomics: the context window around a variant is a slice, so that it is shorter at the end and empty before zero."""

import torch
from torch import nn

from fxkit import build, randn


class VariantEncoder(nn.Module):
    def __init__(self, channels=4, dim=5, half=2):
        super().__init__()
        self.embed = nn.Linear(channels, dim)
        self.score = nn.Linear(dim, 1)
        self.half = half

    def window(self, h, position):
        p = position.item()
        return h[p - self.half : p + self.half + 1]

    def forward(self, sequence, positions):
        h = self.embed(sequence)
        rows = [self.window(h, p).sum(dim=0) for p in positions]
        return self.score(torch.stack(rows)).squeeze(-1)


def load():
    return torch.compile(VariantEncoder())


def cases():
    yield from build(load, lambda: (randn(9, 4), torch.tensor([4, 2, 6])), "base grad")
    yield from build(load, lambda: (randn(9, 4), torch.tensor([8, 7, 5])), "base", tag="end-")
    yield from build(load, lambda: (randn(9, 4), torch.tensor([1, 0, 3])), "base", tag="start-")

EXPECT = {'topic': 'biology',
 'kind': 'item',
 'verdict': 'any correct rewrite',
 'obligations': ['a slice is cut at the end', 'a negative start counts from the end'],
 'breaks': {17: 3},
 'gb': ['GB0124', 'GB7000'],
 'naive_differs_in': ['values', 'exception'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
