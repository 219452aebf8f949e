"""The gate has the shape (1,), the result has not."""

import torch

from fxkit import randn, sweep


@torch.compile
def blend(h, fresh, gate):
    if gate > 0.5:
        out = h * 0.9 + fresh
    else:
        out = h + fresh * 0.1
    return out


def cases():
    yield from sweep(blend, lambda: (randn(3), randn(3, seed=1), torch.tensor([0.75])), "base nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(blend, lambda: (randn(3), randn(3, seed=1), torch.tensor([0.25])), "base half grad", tag="shut-")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
