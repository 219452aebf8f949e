"""A while loop with a counter bound and a tensor test."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def shrink(step):
    s = step * 1.0
    k = 0
    while k < 3 and s.abs().max() > 1.0:
        s = s * 0.5
        k += 1
    return s


def cases():
    yield from sweep(shrink, lambda: (randn(3),), "base big small nan inf half f64 zero")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R7'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
