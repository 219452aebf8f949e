"""The regression target depends on the noise level."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def regression_target(clean, noise, sigma):
    if sigma.max() > 1.0:
        target = noise * 1.0
    else:
        target = clean - 0.5
    return target * 2.0


def cases():
    yield from sweep(regression_target, lambda: (randn(2, 3), randn(2, 3, seed=1), rand(2)), "base nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(regression_target, lambda: (randn(2, 3), randn(2, 3, seed=1), rand(2) + 1.5), "base half grad", tag="noisy-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
