"""Ignored labels are zeroed only when there are any."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def token_loss(nll, labels):
    loss = nll * 2.0
    ignored = labels == -1
    if ignored.any():
        loss = loss.masked_fill(ignored, 0.0)
    return loss.sum()


def cases():
    yield from sweep(token_loss, lambda: (randn(2, 4), ints(-1, 2, 2, 4)), "base nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(token_loss, lambda: (randn(2, 4), ints(0, 3, 2, 4)), "base nan grad nan+grad inf+grad ninf+grad neg+grad pos+grad", tag="kept-")

EXPECT = {'topic': 'loss',
 'rewrites': ['R15'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
