"""The augmented name is a row of a tensor that is returned."""

import torch

from fxkit import randn, sweep


@torch.compile
def shift_first(boxes):
    out = boxes * 2.0
    first = out[0]
    if first.sum() > 0:
        first += 1.0
    return out - 0.5, first.sum()


def cases():
    yield from sweep(shift_first, lambda: (randn(3, 4),), "pos neg")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['R9', 'O11'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['fresh-result']}
