"""Both arms build a dictionary of two tensors."""

import torch

from fxkit import randn, sweep


@torch.compile
def posterior(z):
    z = z * 0.5
    if z.abs().mean() > 0.3:
        out = {"loc": z * 0.5, "logvar": z - 1.0}
    else:
        out = {"loc": z + 0.1, "logvar": z * 2.0}
    return out


def cases():
    yield from sweep(posterior, lambda: (randn(2, 4),), "base small big nan inf zero half f64 small+grad grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R10'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
