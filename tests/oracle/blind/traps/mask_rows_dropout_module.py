"""Tokens that are not padding pass a feed-forward block with dropout."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import bools, build, randn


class Feed(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(4, 8)
        self.outer = nn.Linear(8, 4)

    def block(self, h):
        h = F.gelu(self.inner(h))
        return self.outer(F.dropout(h, 0.25, self.training))

    def forward(self, tokens, keep):
        flat = tokens.reshape(-1, tokens.shape[-1])
        picked = keep.reshape(-1)
        result = flat.clone()
        result[picked] = self.block(flat[picked])
        return result.view_as(tokens)


def cases():
    yield from build(lambda: torch.compile(Feed()), lambda: (randn(2, 3, 4), bools(2, 3)), "base")
    yield from build(lambda: torch.compile(Feed().eval()), lambda: (randn(2, 3, 4), bools(2, 3)), "nograd", tag="eval-")

EXPECT = {'topic': 'nlp',
 'verdict': 'any correct rewrite',
 'obligations': ['R32', 'O5'],
 'breaks': {24: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values', 'rng'],
 'unsafe': []}
