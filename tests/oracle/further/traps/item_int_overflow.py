"""Python integers do not wrap around."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def volume(x, counts):
    n = counts.sum().item()
    return x / (n * n / 4.0)


def cases():
    yield from sweep(volume, lambda: (randn(3), ints(1, 9, 4)), "base")
    yield from sweep(volume, lambda: (randn(3), ints(1, 9, 4) * 2**33), "base", tag="many-")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['R22', 'O15'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['inf positions'],
 'unsafe': ['close', 'grad-close']}
