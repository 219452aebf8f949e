"""One scale after the other, each only when the latent is still too large."""

import torch

from fxkit import randn, sweep


@torch.compile
def denoise(latent, limits):
    out = latent - 0.5
    for limit in limits:
        if out.abs().amax() > limit:
            out = out * 0.5
        out = out + 0.125
    return out


def cases():
    yield from sweep(denoise, lambda: (randn(2, 3), (3.0, 1.0, 0.5)), "base small big nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R2'],
 'breaks': {12: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
