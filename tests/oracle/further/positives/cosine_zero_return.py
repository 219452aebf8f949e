"""An early return for a query without any weight."""

import torch

from fxkit import randn, sweep


@torch.compile
def rank_scores(query, docs):
    sims = docs @ query
    total = query.abs().sum()
    if total == 0:
        return sims * 0.0
    return sims / total


def cases():
    yield from sweep(rank_scores, lambda: (randn(4), randn(3, 4)), "base zero negzero nan inf small half f64")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R6', 'R1'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
