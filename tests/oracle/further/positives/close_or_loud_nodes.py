"""Two tensor tests joined by or."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def message(feat, neigh, dist):
    if (dist < 0.5).all() or (feat > 2.0).any():
        out = feat * 0.5
    else:
        out = feat + neigh
    return out


def cases():
    yield from sweep(message, lambda: (randn(3, 2), randn(3, 2, seed=1), rand(3)), "base small big nan inf half f64 empty grad big+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(message, lambda: (randn(3, 2), randn(3, 2, seed=1), rand(3) * 0.25), "small small+grad", tag="near-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R5', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
