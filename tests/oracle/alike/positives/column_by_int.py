"""A column is read with int() of an index tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
def head_out(heads, which):
    chosen = heads[:, int(which)]
    return chosen * 2.0 + heads.sum(1)


def cases():
    yield from sweep(head_out, lambda: (randn(2, 3, 4), torch.tensor(1)), "base nan inf half f64 grad")
    yield from sweep(head_out, lambda: (randn(2, 3, 4), torch.tensor(2)), "base", tag="two-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R25'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': []}
