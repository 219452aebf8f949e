"""The module has its own `any`."""

import torch

from fxkit import rand, randn, sweep


def any(tests):
    return sum(bool(t) for t in tests) >= 2


@torch.compile
def crowd(x, parts):
    if any([p.max() > 0.5 for p in parts]):
        y = x * 0.5
    else:
        y = x + 1.0
    return y


def cases():
    yield from sweep(crowd, lambda: (randn(3), [rand(4) + 1.0, -rand(4)]), "base")
    yield from sweep(crowd, lambda: (randn(3), [rand(4) + 1.0, rand(4) + 1.0]), "base", tag="two-")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['O13', 'R44'],
 'breaks': {9: 2},
 'gb': ['GB0124', 'GB8335'],
 'naive_differs_in': ['values'],
 'unsafe': []}
