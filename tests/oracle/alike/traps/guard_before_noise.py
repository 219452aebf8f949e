"""No noise may be drawn when the guard fires."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def renoise(x, sigma):
    if (sigma < 0).any():
        raise ValueError("negative sigma")
    return x + torch.randn(3) * sigma


def cases():
    yield from sweep(renoise, lambda: (randn(3), rand(3)), "base")
    yield from sweep(renoise, lambda: (randn(3), -rand(3)), "base", tag="bad-")

EXPECT = {'topic': 'diffusion',
 'verdict': 'any correct rewrite',
 'obligations': ['R18', 'O5'],
 'breaks': {10: 1, 11: 1},
 'gb': ['GB0088', 'GB0170'],
 'naive_differs_in': ['rng'],
 'unsafe': ['compiled-exception-type']}
