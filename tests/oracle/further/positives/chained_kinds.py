"""Three kinds of points get a weight of their own."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def embed(points, kind):
    emb = points * 2.0
    emb[kind == 0] = 0.0
    emb[kind == 1] += 1.0
    emb[kind == 2] -= 1.0
    return emb


def cases():
    yield from sweep(embed, lambda: (randn(3, 4), ints(0, 3, 3, 4)), "base nan inf zero negzero half f64")
    yield from sweep(embed, lambda: (randn(3, 4), ints(1, 2, 3, 4)), "base", tag="ones-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R32'],
 'breaks': {12: 1, 13: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
