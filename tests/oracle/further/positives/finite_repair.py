"""Repair only when something is not finite."""

import torch

from fxkit import randn, sweep


@torch.compile
def repair(grad, scale):
    g = grad / scale
    if not torch.isfinite(g).all():
        g = torch.nan_to_num(g, nan=0.0, posinf=10.0, neginf=-10.0)
    return g - 0.5


def cases():
    yield from sweep(repair, lambda: (randn(3, 4), 4.0), "base nan allnan inf ninf zero big half bf16 f64 empty grad neg+grad pos+grad big+grad")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R2', 'R16'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
