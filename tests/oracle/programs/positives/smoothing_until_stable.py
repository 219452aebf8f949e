"""Features are pulled to their mean until they hardly move."""

import torch

from fxkit import randn, sweep


HOPS = 4


@torch.compile
def smooth(feat, tol: float):
    h = feat * 1.0
    for _ in range(HOPS):
        new = 0.5 * h + 0.5 * h.mean(dim=0, keepdim=True)
        if (new - h).abs().max() < tol:
            break
        h = new
    return h


def cases():
    yield from sweep(smooth, lambda: (randn(3, 2), 0.3), "base big small nan inf half f64 grad big+grad small+grad nan+grad inf+grad")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R7'],
 'breaks': {16: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
