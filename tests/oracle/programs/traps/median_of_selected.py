"""The median of a boolean selection is not the median of a filled tensor."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def robust_error(err, valid):
    centre = err[valid].median()
    return (err - centre).abs().sum()


def cases():
    yield from sweep(robust_error, lambda: (randn(7).abs() + 1, bools(7)), "base true")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['R30'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': ['close', 'grad-close']}
