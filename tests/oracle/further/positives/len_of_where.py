"""len() of a one-argument where, compared with zero."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def suppress(scores, iou):
    s = scores - 0.125
    close = torch.triu(iou > 0.9, diagonal=1)
    if len(torch.where(close)[0]) > 0:
        s = s * 0.5
    return s


def cases():
    yield from sweep(suppress, lambda: (randn(4), rand(4, 4)), "base nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(suppress, lambda: (randn(4), rand(4, 4) * 0.5), "base half grad", tag="apart-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R33', 'R2'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
