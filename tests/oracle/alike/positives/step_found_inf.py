"""The in-place step is skipped when the gradients overflowed."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def unscale_step(param, grad, scale):
    g = grad / scale
    found = torch.isinf(g).any() or torch.isnan(g).any()
    if not found:
        param.add_(g, alpha=-0.1)
    return g


def cases():
    yield from sweep(unscale_step, lambda: (randn(4), randn(4, seed=3), 2.0), "base nan f64 zero")
    yield from sweep(unscale_step, lambda: (randn(4), torch.tensor([1.0, float("inf"), 0.0, 2.0]), 2.0), "base f64", tag="overflow-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R9', 'R8'],
 'breaks': {12: 1, 13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
