"""An early return followed by the other return."""

import torch

from fxkit import randn, sweep


@torch.compile
def denoise(sample, eps):
    x0 = sample * 1.5
    if x0.abs().max() > 1.0:
        return x0.clamp(-1.0, 1.0)
    return x0 - eps * 0.5


def cases():
    yield from sweep(denoise, lambda: (randn(2, 4), randn(2, 4, seed=1)), "base big small nan inf ninf zero half bf16 f64 grad big+grad small+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(denoise, lambda: (randn(2, 4) * 0.1, randn(2, 4) * 0.1), "base half grad", tag="clean-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R6'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
