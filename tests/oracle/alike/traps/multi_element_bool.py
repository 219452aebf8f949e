"""A test of several elements is an error, any() is not."""

import torch

from fxkit import randn, sweep


@torch.compile
def gate(x, flags):
    y = x * 2.0
    if flags:
        y = y + 1.0
    return y


def cases():
    yield from sweep(gate, lambda: (randn(3), torch.tensor([True])), "base", tag="one-")
    yield from sweep(gate, lambda: (randn(3), torch.tensor([True, False])), "base", tag="two-")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['O6'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
