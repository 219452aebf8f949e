"""tolist() of a tensor of constants in a loop."""

import torch

from fxkit import randn, sweep


@torch.compile
def dilated(x):
    dilations = torch.tensor([1, 2, 4])
    y = x * 1.0
    for d in dilations.tolist():
        y = y + torch.roll(x, d, dims=1)
    return y


def cases():
    yield from sweep(dilated, lambda: (randn(2, 6),), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R21'],
 'breaks': {12: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
