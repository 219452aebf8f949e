"""The gradient is clipped when the norm, read with item(), is too large."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def clip(grad: torch.Tensor, max_norm: float = 1.0) -> torch.Tensor:
    g = grad * 1.0
    total = g.abs().amax()
    if total.item() > max_norm:
        g = g.clamp(min=-max_norm, max=max_norm)
    return g


def cases():
    yield from sweep(clip, lambda: (randn(5),), "base small big nan inf half f64")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R2', 'R22'],
 'breaks': {13: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
