"""A conditional expression over two pairs is unpacked."""

import torch

from fxkit import randn, sweep


@torch.compile
def bounds(sigmas, scale):
    first, last = sigmas[0], sigmas[-1]
    lo, hi = (first * 2.0, last + scale) if first < last else (last - scale, first * 0.5)
    return sigmas - lo, hi - sigmas


def cases():
    yield from sweep(bounds, lambda: (randn(5), 0.5), "base pos neg nan inf ninf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(bounds, lambda: (torch.linspace(0.0, 1.0, 5), 0.5), "base half grad", tag="up-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R10'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
