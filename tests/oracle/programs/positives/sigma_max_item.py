"""The largest sigma of a schedule is read with item and scales the noise."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def init_noise(noise, sigmas):
    sigma_max = sigmas.max().item()
    return noise * sigma_max


def cases():
    yield from sweep(init_noise, lambda: (randn(2, 3), rand(5) * 14.0), "base nan inf zero f64 grad nan+grad inf+grad")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
