"""A repair that changes nothing when every gradient is finite."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def repair(grads):
    g = grads * 0.5
    if not torch.isfinite(g).all():
        g = torch.nan_to_num(g, nan=0.0, posinf=1.0, neginf=-1.0)
    return g - 0.1


def cases():
    yield from sweep(repair, lambda: (randn(2, 3),), "base nan allnan inf ninf zero half f64 empty")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R15', 'R2'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
