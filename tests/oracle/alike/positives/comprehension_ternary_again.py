"""A conditional expression per element of a list comprehension."""

import torch

from fxkit import randn, sweep


@torch.compile
def pool(parts):
    kept = [p * 2.0 if p.mean() > 0 else p + 1.0 for p in parts]
    return torch.cat(kept)


def cases():
    yield from sweep(pool, lambda: ([randn(3), randn(2), randn(4, seed=1)],), "base pos neg nan inf half f64 grad pos+grad neg+grad")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R3'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
