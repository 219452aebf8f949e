"""A running minimum starts with the Python float inf."""

import torch

from fxkit import randn, sweep


@torch.compile
def lowest(x, candidates):
    best = float("inf")
    for c in candidates:
        v = c.sum()
        if v < best:
            best = v
    return x - best


def cases():
    yield from sweep(lowest, lambda: (randn(3), [randn(2), randn(2, seed=1), randn(2, seed=2)]), "base nan inf zero")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R2', 'R3'],
 'breaks': {13: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
