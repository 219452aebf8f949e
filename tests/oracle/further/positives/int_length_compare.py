"""int() of the largest length is compared with positions."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def trim(x, lengths):
    longest = int(lengths.max())
    steps = torch.arange(x.shape[1])
    return x.masked_fill(steps >= longest, 0.0)


def cases():
    yield from sweep(trim, lambda: (randn(2, 6), ints(1, 5, 2)), "base nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(trim, lambda: (randn(2, 6), torch.tensor([0, 0])), "base grad", tag="none-")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
