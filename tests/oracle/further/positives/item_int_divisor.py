"""The number of valid positions is read as an int and divides the sum."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def per_valid(nll, valid):
    n = int(valid.sum())
    kept = torch.where(valid, nll, torch.zeros_like(nll))
    return kept / n


def cases():
    yield from sweep(per_valid, lambda: (randn(2, 5), bools(2, 5)), "base true false nan inf zero f64 grad true+grad neg+grad pos+grad")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
