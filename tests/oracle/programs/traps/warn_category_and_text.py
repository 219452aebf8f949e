"""A warning turned into a print is another event."""

import warnings

import torch

from fxkit import randn, sweep


@torch.compile
def observe(x, bits: int = 8):
    if bits < 4:
        warnings.warn(f"{bits} bits are experimental", RuntimeWarning, stacklevel=2)
    return (x * 2**bits).round() / 2**bits


def cases():
    yield from sweep(observe, lambda: (randn(3), 2), "base")
    yield from sweep(observe, lambda: (randn(3), 8), "base", tag="eight-")

EXPECT = {'topic': 'quantisation',
 'verdict': 'any correct rewrite',
 'obligations': ['R36'],
 'breaks': {13: 1},
 'gb': ['GB0007'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
