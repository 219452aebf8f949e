"""`.all().item()` negated, with an else."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def masked(loss, keep):
    if not keep.all().item():
        out = loss * keep
    else:
        out = loss + 1.0
    return out


def cases():
    yield from sweep(masked, lambda: (randn(3, 2), bools(3, 2)), "base true false nan inf half f64 grad true+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R22', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
