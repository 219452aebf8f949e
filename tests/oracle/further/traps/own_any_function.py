"""The module has an any() of its own."""

import torch

from fxkit import randn, sweep


def any(tests):
    return sum(1 for t in tests if t) > 1


@torch.compile
def prune(a, b):
    out = a + b
    if any(t.max() > 1.0 for t in (a, b)):
        out = out * 0.0
    return out


def cases():
    yield from sweep(prune, lambda: (randn(3), torch.ones(3)), "base big")
    yield from sweep(prune, lambda: (randn(3), torch.ones(3) * 4), "base big", tag="both-")

EXPECT = {'topic': 'gnn',
 'verdict': 'any correct rewrite',
 'obligations': ['O13', 'R44'],
 'breaks': {9: 1, 15: 1},
 'gb': ['GB0170', 'GB8335'],
 'naive_differs_in': ['values'],
 'unsafe': []}
