"""torch.is_nonzero of a 0-d flag."""

import torch

from fxkit import randn, sweep


@torch.compile
def route_shared(tokens, flag):
    t = tokens * 0.5
    if torch.is_nonzero(flag):
        mixed = t + 1.0
    else:
        mixed = t * 3.0
    return mixed


def cases():
    yield from sweep(route_shared, lambda: (randn(3, 2), torch.tensor(2)), "base nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(route_shared, lambda: (randn(3, 2), torch.tensor(0)), "base half grad", tag="off-")
    yield from sweep(route_shared, lambda: (randn(3, 2), torch.tensor(float("nan"))), "base", tag="nanflag-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R20', 'R1'],
 'breaks': {11: 2},
 'gb': ['GB0033', 'GB0208'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
