"""The indices of small weights, as a tuple, are set to zero."""

import torch

from fxkit import randn, sweep


@torch.compile
def prune(weight, limit):
    w = weight * 1.0
    small = (weight.abs() < limit).nonzero(as_tuple=True)
    w[small] = 0.0
    return w


def cases():
    yield from sweep(prune, lambda: (randn(3, 5), 0.5), "base big small nan inf zero negzero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R31'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
