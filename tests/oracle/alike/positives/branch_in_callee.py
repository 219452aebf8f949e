"""A helper with two returns is called twice."""

import torch

from fxkit import randn, sweep


def squash(t):
    if t.abs().amax() > 1.0:
        return t * 0.25
    return t + 0.5


@torch.compile
def denoise(x, eps):
    a = squash(x)
    b = squash(a - eps)
    return a + b


def cases():
    yield from sweep(denoise, lambda: (randn(2, 3), randn(2, 3, seed=1)), "base big small nan inf zero half f64 grad")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R1', 'R6'],
 'breaks': {9: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
