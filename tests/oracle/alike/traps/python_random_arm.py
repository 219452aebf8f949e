"""The arm draws from Python's generator."""

import random

import torch

from fxkit import rand, randn, sweep


@torch.compile
def jitter(x, noise):
    y = x * 0.5
    if noise.amax() > 0.5:
        y = y * random.random()
    return y


def cases():
    yield from sweep(jitter, lambda: (randn(3), rand(3)), "base")
    yield from sweep(jitter, lambda: (randn(3), rand(3) * 0.1), "base", tag="calm-")

EXPECT = {'topic': 'diffusion',
 'verdict': 'decline',
 'obligations': ['O11'],
 'breaks': {13: 1, 14: 1},
 'gb': ['GB0007', 'GB0170'],
 'naive_differs_in': ['rng'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
