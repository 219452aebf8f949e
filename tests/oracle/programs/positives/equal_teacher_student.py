"""Identical routing tables are not balanced again."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def rebalance(table: torch.Tensor, previous: torch.Tensor, weight):
    if torch.equal(table, previous):
        w = weight * 1.0
    else:
        w = weight * 0.9
    return w + 1.0


def cases():
    yield from sweep(rebalance, lambda: (ints(0, 4, 5), ints(0, 4, 5), randn(3)), "base nan half grad inf+grad")
    yield from sweep(rebalance, lambda: (ints(0, 4, 5), ints(0, 4, 5, seed=9), randn(3)), "base grad", tag="moved-")
    yield from sweep(rebalance, lambda: (ints(0, 4, 5), ints(0, 4, 4), randn(3)), "base", tag="grown-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R20', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
