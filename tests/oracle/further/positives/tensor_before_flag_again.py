"""The tensor test stands before the Python flag."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def hide(scores, crowd, ignore_crowd):
    s = scores.sigmoid() * 2.0 - 1.0
    if crowd.any() and ignore_crowd:
        s = s.masked_fill(crowd, -1.0)
    return s


def cases():
    yield from sweep(hide, lambda: (randn(5), bools(5), True), "base true false nan half f64 grad nan+grad false+grad")
    yield from sweep(hide, lambda: (randn(5), bools(5), False), "base true grad", tag="keep-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R5', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
