"""The check comes before the noise is drawn."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
@torch.no_grad()
def add_noise(x, sigma):
    if (sigma < 0).any():
        raise ValueError("negative sigma")
    return x + torch.randn(3) * sigma


def cases():
    yield from sweep(add_noise, lambda: (randn(3), rand(3)), "base")
    yield from sweep(add_noise, lambda: (randn(3), -rand(3)), "base", tag="neg-")

EXPECT = {'topic': 'diffusion',
 'verdict': 'any correct rewrite',
 'obligations': ['R18', 'O5'],
 'breaks': {11: 1, 12: 1},
 'gb': ['GB0088', 'GB0170'],
 'naive_differs_in': ['rng'],
 'unsafe': ['compiled-exception-type']}
