"""An AssertionError becomes a RuntimeError, also in eager mode."""

import torch

from fxkit import rand, sweep


@torch.compile
def precision(tp, fp):
    total = tp + fp
    assert (total > 0).all() and (tp >= 0).all(), "no predictions"
    return tp / total


def cases():
    yield from sweep(precision, lambda: (rand(3), rand(3, seed=1)), "base neg zero")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['R19'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception'],
 'unsafe': ['compiled-exception-type']}
