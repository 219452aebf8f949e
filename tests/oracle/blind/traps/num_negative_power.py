"""A fixed point format: the scale is a power of two with a negative whole exponent."""

import torch

from fxkit import randn, sweep


@torch.compile
def fixed_point(x, bits):
    n = bits.item()
    step = 2 ** -n
    return torch.round(x / step) * step


def cases():
    yield from sweep(fixed_point, lambda: (randn(4), torch.tensor(3)), "base grad")
    yield from sweep(fixed_point, lambda: (randn(4), torch.tensor(-2)), "base", tag="coarse-")

EXPECT = {'topic': 'quantisation',
 'verdict': 'any correct rewrite',
 'obligations': ['O4', 'O15'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['nan positions'],
 'unsafe': []}
