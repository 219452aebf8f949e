"""Reading a defaultdict in one arm creates the key."""

import collections

import torch

from fxkit import randn, sweep


@torch.compile
def weight(x, table):
    y = x + 1.0
    if y.sum() > 4.0:
        y = y * table["hot"]
    return y


def cases():
    yield from sweep(weight, lambda: (randn(3), collections.defaultdict(lambda: 2.0)), "neg pos")

EXPECT = {'topic': 'moe',
 'verdict': 'any correct rewrite',
 'obligations': ['O3'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['length'],
 'unsafe': []}
