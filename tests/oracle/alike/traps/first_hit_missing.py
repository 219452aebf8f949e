"""The first nonzero index raises when there is none; argmax gives 0."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def root(feat, is_root):
    i = torch.nonzero(is_root)[0, 0]
    return feat * 2.0, i


def cases():
    yield from sweep(root, lambda: (randn(4, 2), bools(4)), "true false")

EXPECT = {'topic': 'gnn',
 'verdict': 'any correct rewrite',
 'obligations': ['R33', 'O4'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
