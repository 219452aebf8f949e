"""any() over a map of tensor tests."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def soften(first, second):
    out = first + second
    if any(map(lambda g: g.abs().max() > 2.0, (first, second))):
        out = out * 0.25
    return out


def cases():
    yield from sweep(soften, lambda: (randn(4), randn(4, seed=2)), "base pos neg big small nan inf half f64")
    yield from sweep(soften, lambda: (rand(4), rand(4, seed=2)), "base half", tag="low-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R44', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
