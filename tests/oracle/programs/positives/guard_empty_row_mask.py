"""Every query needs at least one visible key."""

import torch
from torch import nn

from fxkit import bools, build, randn


class MaskedScores(nn.Module):
    def forward(self, scores, mask):
        visible = mask.any(dim=-1)
        if not visible.all():
            raise ValueError("attention mask hides every key of a query")
        return scores.masked_fill(~mask, -1e4).softmax(dim=-1)


def load():
    net = MaskedScores()
    net.compile()
    return net


def cases():
    yield from build(load, lambda: (randn(2, 4), bools(2, 4)), "base true false nan grad half")

EXPECT = {'topic': 'attention',
 'rewrites': ['R18'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
