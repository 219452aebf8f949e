"""Latents are pulled back into the range the decoder was trained on."""

import torch

from fxkit import randn, sweep


@torch.compile(dynamic=False)
def decode_input(latents, shift):
    z = latents / 0.18215 + shift
    if z.abs().amax() > 6.0:
        z = torch.clamp(z, -6.0, 6.0)
    return z * 0.5


def cases():
    yield from sweep(decode_input, lambda: (randn(2, 3), 0.25), "base small big nan inf ninf zero half f64 small+grad grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R2', 'R16'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
