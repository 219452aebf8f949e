"""Two asserts written with `not` and with `and`."""

import torch

from fxkit import randn, sweep


@torch.compile
def log_ratio_loss(new, old):
    assert not torch.isnan(new).any(), "policy holds NaN"
    ratio = new - old
    assert (ratio < 50).all() and (ratio > -50).all(), "ratio exploded"
    return (ratio * 2.0).sum()


def cases():
    yield from sweep(log_ratio_loss, lambda: (randn(4), randn(4, seed=1)), "base small half f64 grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R19'],
 'breaks': {10: 1, 12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
