"""Two raises in one if/elif, each with its own text."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def gather(feat, index):
    scaled = feat * 2.0
    if index.amin() < 0:
        raise IndexError("negative node")
    elif index.amax() >= feat.shape[0]:
        raise IndexError(f"node out of {feat.shape[0]}")
    return scaled, index + 1


def cases():
    yield from sweep(gather, lambda: (randn(4, 2), ints(0, 4, 5)), "base half nan grad")
    yield from sweep(gather, lambda: (randn(4, 2), torch.tensor([1, -1, 9])), "base", tag="low-")
    yield from sweep(gather, lambda: (randn(4, 2), torch.tensor([1, 9])), "base", tag="high-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R18', 'R4'],
 'breaks': {11: 1, 13: 1, 14: 1},
 'gb': ['GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
