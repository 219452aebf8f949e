"""Gradients that hold NaN are skipped in a loop over a list."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def accumulate(grads):
    total = torch.zeros(3)
    for g in grads:
        if torch.isnan(g).any():
            continue
        total = total + g * 0.5
    return total


def cases():
    yield from sweep(accumulate, lambda: ([randn(3), randn(3, seed=1)],), "base nan allnan inf zero neg")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R7'],
 'breaks': {13: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
