"""A tensor-dependent break in a static loop."""

import torch

from fxkit import randn, sweep


@torch.compile
def refine(x):
    y = x * 1.0
    for _ in range(3):
        y = y * 0.5
        if y.abs().max() < 0.3:
            break
    return y + 1.0


def cases():
    yield from sweep(refine, lambda: (randn(2, 3),), "base small big nan inf zero half f64")
    yield from sweep(refine, lambda: (randn(2, 3) * 0.4,), "base half", tag="early-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R7'],
 'breaks': {13: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
