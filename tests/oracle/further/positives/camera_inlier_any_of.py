"""any() over a list comprehension of per-camera residual tests."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def bundle_weights(residuals, weights, threshold: float = 2.0):
    stacked = torch.stack([w + 0.5 for w in weights])
    outlier = any(r.detach().abs().amax() > threshold for r in residuals)
    if outlier:
        stacked = stacked.clamp(max=1.0)
        stacked = stacked - 0.1
    cost = sum((r * w).sum() for r, w in zip(residuals, stacked))
    return {"weights": stacked, "cost": cost}


def cases():
    make = lambda k: ([rand(3) * k, rand(3, seed=1) * k], [rand(3, seed=2), rand(3, seed=3)])
    yield from sweep(bundle_weights, lambda: make(1.0), "grad nan+grad inf+grad")
    yield from sweep(bundle_weights, lambda: make(9.0), "grad inf", tag="out-")


EXPECT = {'topic': 'geometry',
 'rewrites': ['R44', 'R2'],
 'breaks': {11: 2},
 'gb': ['GB0170', 'GB8335'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
