"""Arithmetic after the read runs in double precision."""

import torch

from fxkit import randn, sweep


@torch.compile
def rescale(x, w):
    s = w.sum().item()
    r = s / 3.0 + 0.1
    return x * r


def cases():
    yield from sweep(rescale, lambda: (randn(64), randn(5, seed=1)), "base pos small")

EXPECT = {'topic': 'quantisation',
 'verdict': 'any correct rewrite',
 'obligations': ['R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': []}
