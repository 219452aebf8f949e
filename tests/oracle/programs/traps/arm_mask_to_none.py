"""An all-true mask is dropped; None tells the caller so."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def prepare(mask, hidden):
    hidden = hidden + 1.0
    if mask.all():
        mask = None
    return hidden, mask


def cases():
    yield from sweep(prepare, lambda: (bools(4), randn(3)), "base true false")

EXPECT = {'topic': 'attention',
 'verdict': 'decline',
 'obligations': ['O7', 'R15'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['alias', 'type'],
 'unsafe': []}
