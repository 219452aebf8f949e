"""The value of the masked write is itself a where over selections."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def requantise(x, scale, outlier):
    q = torch.round(x * scale)
    q[outlier] = torch.where(x[outlier] > 0, q[outlier] + 1.0, -q[outlier])
    return q / scale


def cases():
    yield from sweep(requantise, lambda: (randn(3, 3), 4.0, bools(3, 3)), "base true false nan inf negzero f64")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R32'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
