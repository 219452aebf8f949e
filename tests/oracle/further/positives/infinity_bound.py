"""A clamp behind an infinity test, whatever the dtype."""

import torch

from fxkit import randn, sweep


@torch.compile
def bound(latent):
    z = latent / 0.25
    if torch.isinf(z).any():
        z = torch.clamp(z, min=-64.0, max=64.0)
    return z + 1.0


def cases():
    yield from sweep(bound, lambda: (randn(2, 4),), "base big nan inf ninf zero half f64 grad big+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R2', 'R16'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
