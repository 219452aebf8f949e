"""A Python flag is and-ed over a static loop of pairs."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def same_scale(scales, x):
    ok = True
    for s in scales:
        ok = ok and bool((s > 0).all())
    q = x * 16.0
    if ok:
        q = q.round()
    return q / 16.0


def cases():
    yield from sweep(same_scale, lambda: ([rand(2) + 0.1, rand(3) + 0.1], randn(4)), "base half f64 nan")
    yield from sweep(same_scale, lambda: ([rand(2) + 0.1, randn(3)], randn(4)), "base", tag="neg-")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R22', 'R5', 'R2'],
 'breaks': {12: 1},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
