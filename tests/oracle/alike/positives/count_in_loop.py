"""A counter that only scales the result."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def balance(x, experts):
    used = 0
    for e in experts:
        if e.sum() > 0:
            used += 1
    return x * used


def cases():
    yield from sweep(balance, lambda: (randn(4), [randn(2), randn(2, seed=1), randn(2, seed=2)]), "base nan inf half f64")
    yield from sweep(balance, lambda: (randn(4), [-rand(2), -rand(2)]), "base", tag="none-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R44', 'R7'],
 'breaks': {12: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
