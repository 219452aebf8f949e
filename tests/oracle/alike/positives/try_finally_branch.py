"""The branch is inside try/finally."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def cell(x, h, trace):
    try:
        if h.mean() > 0:
            out = torch.tanh(x + h)
        else:
            out = torch.tanh(x - h)
    finally:
        trace.append("cell")
    return out


def cases():
    yield from sweep(cell, lambda: (randn(3), randn(3, seed=1), []), "base nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(cell, lambda: (randn(3), -rand(3), []), "base", tag="neg-")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
