"""The arms permute the sequence, each in its own way."""

import torch

from fxkit import randn, sweep


@torch.compile
def orient(seq):
    head = seq[:, 0].mean()
    tail = seq[:, -1].mean()
    if head < tail:
        out = seq.flip(1)
    else:
        out = seq.roll(1, 1)
    return out * 0.5


def cases():
    yield from sweep(orient, lambda: (randn(3, 5),), "base pos neg nan inf ninf zero negzero half f64 transposed grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(orient, lambda: (torch.arange(8.0).reshape(2, 4),), "base neg grad neg+grad", tag="ramp-")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R1'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
