"""A solver step is halved when the two slopes disagree."""

import torch

from fxkit import randn, sweep


@torch.compile
def heun(x, d1, d2, dt):
    err = (d1 - d2).abs().amax()
    if err > 1.0:
        nxt = x + d1 * (0.5 * dt)
    else:
        nxt = x + (d1 + d2) * (0.5 * dt)
    return nxt, err


def cases():
    yield from sweep(heun, lambda: (randn(2, 3), randn(2, 3, seed=1), randn(2, 3, seed=2), 0.1), "base nan inf half f64 zero")
    yield from sweep(heun, lambda: (randn(2, 3), randn(2, 3, seed=1), randn(2, 3, seed=1) * 1.01, 0.1), "base nan half", tag="agree-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
