"""The best candidate of a static list."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def best_return(cands):
    best = cands[0] * 1.0
    for c in cands[1:]:
        if c.sum() > best.sum():
            best = c * 1.0
    return best * 0.99


def cases():
    yield from sweep(best_return, lambda: ([randn(3), randn(3, seed=1), randn(3, seed=2)],), "base pos neg nan inf zero half f64")

EXPECT = {'topic': 'rl',
 'rewrites': ['R7', 'R10'],
 'breaks': {13: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
