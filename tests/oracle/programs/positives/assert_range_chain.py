"""The zero point has to lie on the integer grid."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def dequantise(q: torch.Tensor, zero_point: torch.Tensor, scale: float):
    zp = zero_point.max()
    assert -128 <= zp <= 127
    return (q - zp) * scale


def cases():
    yield from sweep(dequantise, lambda: (randn(4), ints(-20, 20, 3), 0.1), "base nan half f64 grad")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R19'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
