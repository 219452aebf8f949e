"""`or` in value position gives one of the operands."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def weighted(loss, weights):
    denom = weights.sum() or torch.ones(())
    return loss / denom


def cases():
    yield from sweep(weighted, lambda: (randn(3), rand(3)), "base")
    yield from sweep(weighted, lambda: (randn(3), torch.zeros(3)), "base", tag="zero-")

EXPECT = {'topic': 'loss',
 'verdict': 'decline',
 'obligations': ['R5'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
