"""A chain of three comparisons of two statistics."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def in_range(w):
    return w * 127.0 if -1.0 <= w.amin() <= w.amax() <= 1.0 else w.clamp(-1.0, 1.0)


def cases():
    yield from sweep(in_range, lambda: (randn(5),), "base small big nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(in_range, lambda: (rand(5),), "base neg grad", tag="unit-")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R5', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
