"""Overflowed gradients are dropped and the loss scale backs off."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def unscale(grads, scale):
    g = grads / scale
    nxt = scale * 2.0
    if not torch.isfinite(g).all():
        g = torch.zeros_like(g)
        nxt = scale * 0.5
    return g, nxt


def cases():
    yield from sweep(unscale, lambda: (randn(3, 4), torch.tensor(8.0)), "base nan inf ninf allnan zero negzero big half f64 empty")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R3', 'R2'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
