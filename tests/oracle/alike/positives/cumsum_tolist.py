"""Offsets from a cumulative sum over Python ints."""

import torch

from fxkit import randn, sweep


@torch.compile
def split_rows(feat, counts):
    ends = torch.tensor(counts).cumsum(0).tolist()
    outs = []
    start = 0
    for end in ends:
        outs.append(feat[start:end].amax(0))
        start = end
    return torch.stack(outs)


def cases():
    yield from sweep(split_rows, lambda: (randn(6, 2), [1, 3, 2]), "base nan inf zero half f64 grad nan+grad")

EXPECT = {'topic': 'detection',
 'rewrites': ['R21'],
 'breaks': {10: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
