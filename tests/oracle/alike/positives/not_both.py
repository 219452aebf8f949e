"""not (a and b) over two statistics."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def mixup(a, b):
    if not (a.max() > 1.0 and b.max() > 1.0):
        out = a * 0.75 + b * 0.25
    else:
        out = a * 0.5 + b * 0.5
    return out


def cases():
    yield from sweep(mixup, lambda: (randn(4), randn(4, seed=1)), "base pos big nan inf half f64 grad")
    yield from sweep(mixup, lambda: (rand(4) + 1.0, rand(4) + 1.0), "base neg grad", tag="both-")

EXPECT = {'topic': 'loss',
 'rewrites': ['R5', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
