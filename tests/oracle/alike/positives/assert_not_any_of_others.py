"""`assert not` of an any()."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def unroll(h, lengths):
    assert not (lengths < 1).any(), "empty sequence"
    return h * lengths


def cases():
    yield from sweep(unroll, lambda: (randn(4), ints(1, 5, 4)), "base nan inf half f64 grad nan+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R19'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
