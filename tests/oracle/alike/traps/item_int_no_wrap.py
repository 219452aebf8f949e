"""Python ints do not wrap around."""

import torch

from fxkit import randn, sweep


@torch.compile
def levels(x, bits):
    n = bits.item()
    return x * float(2**n - 1)


def cases():
    yield from sweep(levels, lambda: (randn(3), torch.tensor(4)), "base")
    yield from sweep(levels, lambda: (randn(3), torch.tensor(70)), "base", tag="wide-")

EXPECT = {'topic': 'quantisation',
 'verdict': 'any correct rewrite',
 'obligations': ['R22', 'O15'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close', 'grad-close']}
