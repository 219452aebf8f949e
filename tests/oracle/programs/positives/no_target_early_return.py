"""A batch without foreground leaves the loss function early."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def dense_loss(pred, target, fg):
    err = (pred - target).abs()
    kept = torch.where(fg, err, torch.zeros_like(err))
    if not fg.any():
        return err.mean() * 0.1
    per_row = kept.sum(dim=-1)
    return per_row.mean()


def cases():
    yield from sweep(dense_loss, lambda: (randn(3, 4), randn(3, 4, seed=1), bools(3, 4)), "base true false nan inf half f64 grad false+grad nan+grad inf+grad false+nan+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R6'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
