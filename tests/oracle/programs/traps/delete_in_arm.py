"""A cache entry is deleted in one arm."""

import torch

from fxkit import randn, sweep


@torch.compile
def evict(x, cache):
    y = x * cache["scale"]
    if y.abs().max() > 1.0:
        del cache["scale"]
        y = y.clamp(-1.0, 1.0)
    cache.setdefault("scale", 0.5)
    return y


def cases():
    yield from sweep(evict, lambda: (randn(3), {"scale": 1.0}), "big small")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['R43', 'O3'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['value', 'values'],
 'unsafe': []}
