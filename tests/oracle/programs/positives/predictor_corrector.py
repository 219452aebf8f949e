"""Both arms set the two outputs, one of them through a helper name."""

import torch

from fxkit import randn, sweep


@torch.compile
def predict(x, eps, sigma):
    spread = eps.abs().mean()
    if spread > sigma:
        half = x * 0.5
        first = half - eps
        second = half + 1.0
    else:
        first = x + eps
        second = eps * 0.25
    return first, second - first


def cases():
    yield from sweep(predict, lambda: (randn(2, 4), randn(2, 4, seed=1), 0.5), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(predict, lambda: (randn(2, 4), randn(2, 4, seed=1) * 0.1, 0.5), "base half grad nan+grad", tag="calm-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R3', 'R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
