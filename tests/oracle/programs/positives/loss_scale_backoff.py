"""An AMP style scaler: overflow halves the scale and drops the gradient."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def unscale(grad: torch.Tensor, scale: torch.Tensor, growth: float):
    g = grad / scale
    found_inf = ~torch.isfinite(g).all()
    if found_inf:
        g, new_scale = torch.zeros_like(g), scale * 0.5
    else:
        g, new_scale = g * 1.0, scale * growth
    return g, new_scale


def cases():
    yield from sweep(unscale, lambda: (randn(4), torch.tensor(1024.0), 2.0), "base nan inf zero big half f64")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R10', 'R1'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
