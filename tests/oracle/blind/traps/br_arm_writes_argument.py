"""The latents are damped in place, for the caller too, when they explode."""

import torch

from fxkit import randn, sweep


def damp(latents):
    return latents.mul_(0.1)


@torch.compile
@torch.no_grad()
def guard(latents):
    if latents.abs().max() > 3.0:
        latents = damp(latents)
    return latents + 1.0


def cases():
    yield from sweep(guard, lambda: (randn(2, 3),), "base big small")

EXPECT = {'topic': 'diffusion',
 'verdict': 'any correct rewrite',
 'obligations': ['O11'],
 'breaks': {15: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
