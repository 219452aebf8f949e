"""Division by the count of the untaken arm."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def mean_loss(loss, valid):
    n = valid.sum()
    kept = (loss * valid).sum()
    if n > 0:
        out = kept / n
    else:
        out = kept * 1.0
    return out


def cases():
    yield from sweep(mean_loss, lambda: (randn(4), bools(4)), "base true grad false+grad")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['O9'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': []}
