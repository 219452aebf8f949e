"""any() over pairs of old and new weights."""

import torch

from fxkit import randn, sweep


@torch.compile
def average(a, b, c, d):
    mean = (a + b + c + d) * 0.25
    if any((new - old).abs().max() > 1.0 for old, new in ((a, b), (c, d))):
        mean = mean * 0.5
    else:
        mean = mean + 1.0
    return mean


def cases():
    yield from sweep(average, lambda: (randn(3), randn(3, seed=1), randn(3, seed=2), randn(3, seed=3)), "base big nan inf half f64 grad")
    yield from sweep(average, lambda: (randn(3) * 0.1, randn(3, seed=1) * 0.1, randn(3, seed=2) * 0.1, randn(3, seed=3) * 0.1), "base half grad", tag="still-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R44', 'R1'],
 'breaks': {11: 2},
 'gb': ['GB0170', 'GB8335'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
