"""An arm holds a static loop."""

import torch

from fxkit import randn, sweep


@torch.compile
def refine(x, eps):
    y = x - 0.1 * eps
    if eps.abs().mean() > 0.7:
        for k in range(3):
            y = y * 0.5 + eps * float(k)
    else:
        y = y + eps
    return y


def cases():
    yield from sweep(refine, lambda: (randn(2, 3), randn(2, 3, seed=1)), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(refine, lambda: (randn(2, 3), randn(2, 3, seed=1) * 0.1), "base f64 grad", tag="quiet-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R3', 'R4'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
