"""Padding ids are negative and must never reach the table."""

import torch
from torch import nn

from fxkit import build


class Lookup(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(10, 4)
        self.scale = nn.Parameter(torch.tensor(2.0))

    def forward(self, ids):
        known = ids >= 0
        out = self.table.weight.new_zeros(ids.shape[0], 4)
        out[known] = self.table(ids[known]) * self.scale
        return out


def cases():
    yield from build(lambda: torch.compile(Lookup()), lambda: (torch.tensor([3, 0, 9, 3]),), "base", tag="full-")
    yield from build(lambda: torch.compile(Lookup()), lambda: (torch.tensor([3, -1, 9, -100]),), "base", tag="padded-")

EXPECT = {'topic': 'nlp',
 'verdict': 'any correct rewrite',
 'obligations': ['R32', 'O4'],
 'breaks': {18: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['exception', 'type', 'None or not'],
 'unsafe': []}
