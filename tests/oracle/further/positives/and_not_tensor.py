"""`a and not b` over two tensor tests."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def dispatch(tokens, busy, full):
    if busy.any() and not full.all():
        out = tokens * 2.0
    else:
        out = tokens - 1.0
    return out


def cases():
    yield from sweep(dispatch, lambda: (randn(3, 2), bools(3), bools(3, seed=1)), "base true false nan inf half f64 empty grad false+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(dispatch, lambda: (randn(3, 2), torch.tensor([True, False, False]), torch.tensor([True, True, False])), "base half grad", tag="free-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R5', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
