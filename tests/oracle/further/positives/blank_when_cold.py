"""One arm is all zeros."""

import torch

from fxkit import randn, sweep


@torch.compile
def residual(x, skip):
    if skip.abs().max() < 0.5:
        out = torch.zeros_like(x)
    else:
        out = x - skip
    return out


def cases():
    yield from sweep(residual, lambda: (randn(2, 3), randn(2, 3, seed=4)), "base nan inf zero half f64 grad neg+grad pos+grad")
    yield from sweep(residual, lambda: (randn(2, 3), randn(2, 3, seed=4) * 0.1), "base nan half grad", tag="cold-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero', 'requires-grad'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
