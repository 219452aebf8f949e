"""The length of one-argument where against zero."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def outliers(err, tol):
    far = torch.where(err.abs() > tol)[0]
    if far.shape[0] == 0:
        score = err * 2.0
    else:
        score = err + tol
    return score


def cases():
    yield from sweep(outliers, lambda: (randn(6), 1.0), "base small big nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(outliers, lambda: (rand(6), 1.0), "base grad", tag="near-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R33', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
