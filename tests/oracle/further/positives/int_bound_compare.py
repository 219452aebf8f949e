"""A length read with int() and compared with positions."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def pad_tail(x, lengths):
    n = int(lengths.max())
    valid = torch.arange(x.shape[-1]) < n
    return torch.where(valid, x * 2.0, torch.zeros_like(x))


def cases():
    yield from sweep(pad_tail, lambda: (randn(2, 6), ints(1, 5, 2)), "base nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(pad_tail, lambda: (randn(2, 6), ints(6, 9, 2)), "base half grad", tag="full-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
