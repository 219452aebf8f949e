"""The length of a one-argument where is the test."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def grid(act):
    scaled = act * 15.0
    if len(torch.where(scaled < 0)[0]) == 0:
        q = scaled.round().clamp(0, 255)
    else:
        q = scaled.floor().clamp(-128, 127)
    return q / 15.0


def cases():
    yield from sweep(grid, lambda: (randn(3, 4),), "base pos neg nan inf ninf zero negzero big half f64 grad pos+grad nan+grad inf+grad ninf+grad neg+grad")
    yield from sweep(grid, lambda: (rand(3, 4),), "base bf16", tag="relu-")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R1', 'R33'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
