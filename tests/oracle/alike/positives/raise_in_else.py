"""The exception is in the else arm, the first arm returns."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def combine(gates, outs):
    total = gates.sum(-1)
    if (total > 0).all():
        return (gates.unsqueeze(-1) * outs).sum(1)
    else:
        raise ZeroDivisionError("a token has no expert")


def cases():
    yield from sweep(combine, lambda: (rand(2, 3), randn(2, 3, 2)), "base zero neg nan half f64 grad zero+grad")

EXPECT = {'topic': 'moe',
 'rewrites': ['R18'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
