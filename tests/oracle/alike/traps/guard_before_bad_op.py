"""The guard protects an operation that raises by itself."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def gather(values, idx):
    if (idx >= 4).any():
        raise KeyError("unknown action")
    return values[idx] * 2.0


def cases():
    yield from sweep(gather, lambda: (randn(4), ints(0, 4, 3)), "base")
    yield from sweep(gather, lambda: (randn(4), ints(4, 9, 3)), "base", tag="bad-")

EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['R18', 'O4'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception'],
 'unsafe': []}
