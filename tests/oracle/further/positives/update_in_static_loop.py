"""The same else-less update for each of a few scales."""

import torch

from fxkit import randn, sweep


@torch.compile
def pyramid(img):
    out = img * 1.0
    for scale in (1.0, 0.5, 0.25):
        if out.abs().mean() > scale:
            out = out * 0.75
    return out


def cases():
    yield from sweep(pyramid, lambda: (randn(3, 4),), "base small big nan inf zero half f64 grad small+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R2'],
 'breaks': {12: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
