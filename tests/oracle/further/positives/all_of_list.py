"""all() over a list of tensor tests on the entries of a list."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def fuse(levels):
    total = sum(levels)
    if all([lv.sum() > 0 for lv in levels]):
        total = total / len(levels)
    else:
        total = total - 1.0
    return total


def cases():
    yield from sweep(fuse, lambda: ([randn(3), randn(3, seed=1)],), "base pos neg zero nan inf half f64")
    yield from sweep(fuse, lambda: ([rand(3), rand(3, seed=1), rand(3, seed=2)],), "base nan half", tag="bright-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R44'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
