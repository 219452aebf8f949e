"""Three warm-up phases chosen by an elif chain."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def warm(x, progress):
    p = progress.mean()
    if p < 0.25:
        y = x * 0.1
    elif p < 0.75:
        y = x * p
    else:
        y = x - 1.0
    return y * 2.0


def cases():
    yield from sweep(warm, lambda: (randn(4), rand(3)), "base nan inf half f64")
    yield from sweep(warm, lambda: (randn(4), rand(3) * 0.1), "base half", tag="early-")
    yield from sweep(warm, lambda: (randn(4), rand(3) + 1), "base", tag="late-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R4', 'R1'],
 'breaks': {11: 1, 13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
