"""A static loop left by break when the change is small."""

import torch

from fxkit import randn, sweep


@torch.compile
def refine(noise, anchor):
    guess = noise * 1.0
    for _ in range(4):
        gap = anchor - guess
        if gap.abs().sum() < 1.0:
            break
        guess = guess + gap * 0.5
    return guess * 2.0


def cases():
    yield from sweep(refine, lambda: (randn(3), randn(3, seed=8)), "base pos neg big small nan inf half f64")
    yield from sweep(refine, lambda: (randn(3) * 0.01, randn(3, seed=8) * 0.01), "base half", tag="near-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R7'],
 'breaks': {13: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
