"""The int repeats a Python list."""

import torch

from fxkit import randn, sweep


@torch.compile
def plan(x, count):
    n = int(count)
    stops = [0.5] * n
    return x + len(stops), stops


def cases():
    yield from sweep(plan, lambda: (randn(3), torch.tensor(2)), "base")
    yield from sweep(plan, lambda: (randn(3), torch.tensor(0)), "base", tag="none-")

EXPECT = {'topic': 'sampler',
 'verdict': 'decline',
 'obligations': ['O15', 'R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': []}
