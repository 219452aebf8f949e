"""The arm updates a row that is a view of the result."""

import torch

from fxkit import randn, sweep


@torch.compile
def bias_first(x):
    out = x * 1.0
    row = out[0]
    if row.sum() > 0:
        row += 10.0
    return out, row * 2.0


def cases():
    yield from sweep(bias_first, lambda: (randn(2, 3),), "pos neg")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['O11', 'R9'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['fresh-result']}
