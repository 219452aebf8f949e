"""The arms pick a text that is returned."""

import torch

from fxkit import randn, sweep


@torch.compile
def grade(err):
    out = err * 2.0
    if out.mean() > 0.0:
        label = "over"
    else:
        label = "under"
    return out, label


def cases():
    yield from sweep(grade, lambda: (randn(4),), "pos neg")

EXPECT = {'topic': 'metrics',
 'verdict': 'decline',
 'obligations': ['O7'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['value'],
 'unsafe': []}
