"""Two items are compared with each other."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def accept(old, new, loss_old, loss_new):
    kept = old + 0.0
    if loss_new.sum().item() < loss_old.sum().item():
        kept = new * 1.0
    return kept


def cases():
    yield from sweep(accept, lambda: (randn(3), randn(3, seed=1), rand(2), rand(2, seed=1)), "base nan zero half f64 grad")
    yield from sweep(accept, lambda: (randn(3), randn(3, seed=1), rand(2, seed=1), rand(2)), "base half grad", tag="swap-")

EXPECT = {'topic': 'rl',
 'rewrites': ['R22', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
