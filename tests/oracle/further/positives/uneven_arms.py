"""Three statements in one arm, one in the other."""

import torch

from fxkit import randn, sweep


@torch.compile
def predict(x, eps, sigma):
    base = x + eps
    if sigma > 0.5:
        half = eps * sigma
        mid = x - half
        x0 = mid - half
    else:
        x0 = x - eps * 0.1
    return x0 + base


def cases():
    yield from sweep(predict, lambda: (randn(2, 3), randn(2, 3, seed=1), torch.tensor(0.75)), "base big nan inf ninf zero half f64")
    yield from sweep(predict, lambda: (randn(2, 3), randn(2, 3, seed=1), torch.tensor(0.25)), "base nan half f64", tag="late-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R3'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
