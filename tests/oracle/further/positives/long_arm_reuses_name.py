"""An arm rebinds the same name several times and reads the old one."""

import torch

from fxkit import randn, sweep


@torch.compile
def denoise(x, eps):
    x = x - eps
    rest = eps * 0.5
    if x.sum() < rest.sum():
        old = x
        x = x.clamp(min=0.0)
        rest = rest + (old - x)
        x = x + 1.0
    return x, rest


def cases():
    yield from sweep(denoise, lambda: (randn(2, 4), randn(2, 4, seed=3)), "base big small pos neg nan inf ninf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R3'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
