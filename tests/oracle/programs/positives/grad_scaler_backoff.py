"""The loss scale backs off when a gradient is not finite."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def unscale(grad: torch.Tensor, scale: torch.Tensor):
    g = grad / scale
    new_scale = scale.mul(2.0)
    if not torch.isfinite(g).all():
        new_scale = scale.mul(0.5)
    return g, new_scale


def cases():
    yield from sweep(unscale, lambda: (randn(5), torch.tensor(128.0)), "base nan inf zero half f64 empty")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R2'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
