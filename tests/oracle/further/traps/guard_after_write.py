"""The guard comes after the caller's tensor was written."""

import torch

from fxkit import randn, sweep


@torch.compile
def collect(load, seen):
    seen.add_(1.0)
    frac = load / 4.0
    if (frac > 1.0).any():
        raise ValueError("expert overloaded")
    return frac


def cases():
    yield from sweep(collect, lambda: (randn(3), torch.zeros(2)), "neg big pos")
    yield from sweep(collect, lambda: (randn(3) + 9.0, torch.zeros(2)), "base", tag="full-")

EXPECT = {'topic': 'moe',
 'verdict': 'any correct rewrite',
 'obligations': ['R18'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['compiled-exception-type']}
