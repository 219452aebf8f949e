"""Integer loads are shifted by a Python float."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
@torch.no_grad()
def shifted_load(load, gates):
    mean = gates.mean().item()
    return load - mean


def cases():
    yield from sweep(shifted_load, lambda: (ints(0, 9, 4), randn(4)), "base nan")

EXPECT = {'topic': 'moe',
 'verdict': 'any correct rewrite',
 'obligations': ['R22'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['dtype'],
 'unsafe': ['close', 'grad-close']}
