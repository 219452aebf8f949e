"""all() over a generator of tensor tests."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def unscale(grads, scale):
    inv = 1.0 / scale
    out = [g * inv for g in grads]
    if not all(torch.isfinite(g).all() for g in out):
        out = [g * 0.0 for g in grads]
    return out


def cases():
    yield from sweep(unscale, lambda: ([randn(3), randn(2, 2)], 4.0), "base nan inf ninf zero half f64 empty")
    yield from sweep(unscale, lambda: ([randn(2), torch.tensor([1.0, float("inf")])], 4.0), "base", tag="second-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R2'],
 'breaks': {13: 2},
 'gb': ['GB0170', 'GB8335'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
