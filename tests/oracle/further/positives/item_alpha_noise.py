"""One entry of the noise schedule is read with .item()."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def add_noise(x, noise, alphas):
    a = alphas[2].item()
    return x * a + noise * (1.0 - a)


def cases():
    yield from sweep(add_noise, lambda: (randn(2, 3), randn(2, 3, seed=1), rand(4)), "base nan inf zero f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
