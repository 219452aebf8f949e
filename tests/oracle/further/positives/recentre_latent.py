"""A Python float of an offset is tested before the offset is taken off."""

import torch

from fxkit import randn, sweep


@torch.compile
def centre(latent):
    z = latent * 0.18
    offset = z.mean(dim=(1, 2), keepdim=True)
    drift = float(offset.detach().abs().max())
    if drift >= 0.05:
        z = z - offset
    return z


def cases():
    yield from sweep(centre, lambda: (randn(2, 3, 4),), "base pos neg small big nan inf zero half f64 grad pos+grad small+grad nan+grad inf+grad ninf+grad neg+grad")
    yield from sweep(centre, lambda: (torch.tensor([[[1.0, -1.0], [2.0, -2.0]]]),), "base half grad", tag="level-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R2', 'R22'],
 'breaks': {12: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
