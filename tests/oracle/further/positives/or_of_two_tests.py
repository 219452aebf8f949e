"""Two tensor tests joined by or."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def stabilise_latent(z, ref):
    y = z - ref
    if y.max() > 2.0 or y.min() < -2.0:
        y = y * 0.5
    return y + 1.0


def cases():
    yield from sweep(stabilise_latent, lambda: (randn(2, 3), randn(2, 3, seed=5)), "base pos neg big nan inf ninf zero half f64 grad big+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(stabilise_latent, lambda: (rand(2, 3), rand(2, 3, seed=5)), "base grad", tag="calm-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R5', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
