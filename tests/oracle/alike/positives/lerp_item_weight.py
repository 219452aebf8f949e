"""The weight of a lerp is read with .item()."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def blend(h, new, rate):
    w = rate.detach().mean().item()
    return torch.lerp(h, new, w)


def cases():
    yield from sweep(blend, lambda: (randn(3), randn(3, seed=1), rand(4)), "base nan f64 zero grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
