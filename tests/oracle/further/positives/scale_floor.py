"""Scales get a floor when one of them collapsed."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def fake_scale(w, eps):
    scale = w * 0.5
    if scale.min() < eps:
        scale = scale.clamp(min=eps)
    return scale + 1.0


def cases():
    yield from sweep(fake_scale, lambda: (randn(6), 0.125), "base pos neg nan inf ninf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(fake_scale, lambda: (rand(6) + 1, 0.125), "base nan half grad nan+grad", tag="wide-")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R2', 'R16'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
