"""The mean of an empty selection is NaN."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def masked(loss, keep):
    return loss[keep].mean() * 2.0


def cases():
    yield from sweep(masked, lambda: (randn(4), bools(4)), "base true false")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['R33'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
