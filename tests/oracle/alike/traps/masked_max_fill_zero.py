"""The maximum of a selection, all of it negative."""

import torch

from fxkit import randn, sweep


@torch.compile
def top(x, keep):
    y = x * 2.0
    peak = y[keep].max()
    return y - peak


def cases():
    yield from sweep(top, lambda: (randn(4), torch.tensor([True, False, True, True])), "base pos neg")

EXPECT = {'topic': 'sampler',
 'verdict': 'any correct rewrite',
 'obligations': ['R33'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
