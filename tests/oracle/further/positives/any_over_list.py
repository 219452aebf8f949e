"""any() over a list of tensor tests."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def guard_moments(m, v):
    step = m - v
    if any([t.abs().max() > 2.0 for t in (m, v)]):
        step = step * 0.5
    else:
        step = step + 0.5
    return step


def cases():
    yield from sweep(guard_moments, lambda: (randn(4), randn(4, seed=1)), "base pos neg big small nan inf half f64")
    yield from sweep(guard_moments, lambda: (rand(4), rand(4, seed=1)), "base half", tag="low-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R44', 'R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
