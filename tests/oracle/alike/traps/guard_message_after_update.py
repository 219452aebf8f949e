"""The message shows the value from before a later in-place update."""

import torch

from fxkit import rand, sweep


@torch.compile
def check(x):
    y = x * 2.0
    if y.max() > 3.0:
        raise ValueError(f"max {y.max():.1f}")
    y.mul_(2.0)
    return y


def cases():
    yield from sweep(check, lambda: (rand(3) + 2.0,), "base small")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['R18', 'O2'],
 'breaks': {11: 1, 12: 1},
 'gb': ['GB0088', 'GB0170'],
 'naive_differs_in': ['exception'],
 'unsafe': []}
