"""A conditional expression between two pairs."""

import torch

from fxkit import randn, sweep


@torch.compile
def order(fwd, bwd):
    f = fwd * 2.0
    b = bwd + 1.0
    first, last = (f, b) if f.mean() > b.mean() else (b, f)
    return torch.cat([first, last], dim=-1)


def cases():
    yield from sweep(order, lambda: (randn(2, 3), randn(2, 3, seed=1)), "base pos neg nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R10', 'R1'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
