"""The number of outliers picks the scale."""

import torch

from fxkit import randn, sweep


@torch.compile
def levels(w):
    outliers = w.abs() > 1.5
    if torch.count_nonzero(outliers) > 0:
        q = w * 8.0
    else:
        q = w * 16.0
    return q.round()


def cases():
    yield from sweep(levels, lambda: (randn(3, 4),), "base small big nan inf zero half f64 empty grad small+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R33', 'R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
