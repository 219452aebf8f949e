"""The true arm is `pass`; the work is in the else."""

import torch

from fxkit import randn, sweep


@torch.compile
def fold(codes):
    c = codes.floor()
    if (c.abs() < 2.0).all():
        pass
    else:
        c = c.fmod(2.0)
    return c


def cases():
    yield from sweep(fold, lambda: (randn(2, 5),), "base small big nan inf ninf zero negzero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(fold, lambda: (randn(2, 5) * 0.1,), "base half", tag="inner-")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
