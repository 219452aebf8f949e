"""math.isfinite of an item picks the fallback."""

import math

import torch

from fxkit import rand, randn, sweep


@torch.compile
def safe(loss, fallback):
    total = loss.sum()
    if not math.isfinite(total.item()):
        loss = fallback * 1.0
    else:
        loss = loss * 2.0
    return loss


def cases():
    yield from sweep(safe, lambda: (randn(3), rand(3)), "base nan inf ninf zero half f64 grad nan+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R22', 'R2'],
 'breaks': {13: 2},
 'gb': ['GB0124', 'GB0208'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
