"""A while loop with a static bound and a tensor condition."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def refine(x):
    x = x * 1.0
    n = 0
    while n < 3 and x.norm() > 1.0:
        x = x / 2.0
        n += 1
    return x - 0.25


def cases():
    yield from sweep(refine, lambda: (randn(2, 3),), "base big small nan inf zero half f64")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R7'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
