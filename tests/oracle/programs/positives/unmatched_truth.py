"""numel() of a one-dimensional nonzero is compared with zero."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def match_cost(cost, matched):
    c = cost * 2.0
    if matched.nonzero().numel() == 0:
        c = c + 10.0
    return c - 1.0


def cases():
    yield from sweep(match_cost, lambda: (randn(2, 4), bools(4)), "base true false nan inf half f64 grad false+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'detection',
 'rewrites': ['R33', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
