"""torch.equal of two id vectors in an assert."""

import torch

from fxkit import randn, sweep


@torch.compile
def paired_diff(a, b, ids_a, ids_b):
    assert torch.equal(ids_a, ids_b), "ids differ"
    return a - b


def cases():
    yield from sweep(paired_diff, lambda: (randn(3), randn(3, seed=1), torch.tensor([1, 2, 3]), torch.tensor([1, 2, 3])), "base nan inf half f64 grad")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R19', 'R20'],
 'breaks': {10: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
