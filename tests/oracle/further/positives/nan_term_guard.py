"""A nan is replaced only when there is one, with where on its own test."""

import torch

from fxkit import randn, sweep


@torch.compile
def guarded(logp, ratio):
    term = logp - ratio
    bad = torch.isnan(term)
    if bool(torch.any(bad)):
        term = torch.where(bad, 0.0, term)
    return term * -1.0


def cases():
    yield from sweep(guarded, lambda: (randn(6), randn(6, seed=4)), "base nan allnan inf ninf zero negzero half bf16 f64 empty grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R15'],
 'breaks': {12: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
