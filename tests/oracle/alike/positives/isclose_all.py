"""isclose(...).all() decides whether the step is damped."""

import torch

from fxkit import randn, sweep


@torch.compile
def damp(x, prev, rtol):
    step = x - prev
    if torch.isclose(x, prev, rtol=rtol).all():
        step = step * 0.1
    return prev + step


def cases():
    yield from sweep(damp, lambda: (randn(4), randn(4, seed=1), 0.1), "base nan half f64 grad empty")
    yield from sweep(damp, lambda: (randn(4), randn(4) * 1.01, 0.1), "base f64 grad", tag="close-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
