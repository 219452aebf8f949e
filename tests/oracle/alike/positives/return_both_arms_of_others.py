"""Both arms return."""

import torch

from fxkit import randn, sweep


@torch.compile
def step(sample, noise, sigma):
    if sigma > 0.5:
        return sample - noise * 2.0
    else:
        return sample + noise


def cases():
    yield from sweep(step, lambda: (randn(2, 3), randn(2, 3, seed=1), torch.tensor(0.9)), "base nan half f64 inf+grad grad")
    yield from sweep(step, lambda: (randn(2, 3), randn(2, 3, seed=1), torch.tensor(0.1)), "base half grad", tag="end-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R6'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
