"""Prompt points get the embedding of their label."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def embed_points(points, labels, table):
    emb = points * 2.0
    emb[labels == 0] += table[0]
    emb[labels == 1] += table[1]
    return emb


def cases():
    yield from sweep(embed_points, lambda: (randn(2, 3, 4), ints(-1, 2, 2, 3), randn(2, 4)), "base nan inf zero half f64")
    yield from sweep(embed_points, lambda: (randn(2, 3, 4), ints(-1, 0, 2, 3), randn(2, 4)), "base half", tag="padding-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R32'],
 'breaks': {11: 1, 12: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
