"""Multiplying with the mask lets NaN and infinity of dropped entries in."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def kept_total(values, keep):
    return values[keep].sum()


def cases():
    yield from sweep(kept_total, lambda: (randn(4), torch.tensor([False, True, True, False])), "base nan inf")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['R30'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['close', 'grad-close']}
