"""An augmented product on a fresh tensor, no else."""

import torch

from fxkit import randn, sweep


@torch.compile
def rescale_noise(noise, ref):
    n = noise - ref
    if n.abs().mean() > 1.0:
        n *= 0.5
    return n + ref


def cases():
    yield from sweep(rescale_noise, lambda: (randn(2, 5), randn(2, 5, seed=1)), "base pos neg big small nan inf zero half f64 grad big+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(rescale_noise, lambda: (randn(2, 5), randn(2, 5)), "base grad", tag="same-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R9', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
