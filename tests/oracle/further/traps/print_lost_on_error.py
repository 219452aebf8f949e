"""The line is printed before a lookup that may raise."""

import torch

from fxkit import randn, sweep


@torch.compile
def scaled(x, table, name):
    y = x * 2.0
    print("lookup", name)
    k = table[name]
    return y * k


def cases():
    yield from sweep(scaled, lambda: (randn(3), {"a": 2.0}, "a"), "base")
    yield from sweep(scaled, lambda: (randn(3), {"a": 2.0}, "b"), "base", tag="missing-")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['R36'],
 'breaks': {11: 1, 12: 1},
 'gb': ['GB0059', 'GB0088'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
