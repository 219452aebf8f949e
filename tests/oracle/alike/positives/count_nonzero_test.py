"""count_nonzero is compared with a constant."""

import torch

from fxkit import randn, sweep


@torch.compile
def balance(gates, load):
    g = gates * 1.5
    if torch.count_nonzero(load == 0) >= 2:
        g = g + 0.5
    return g


def cases():
    yield from sweep(balance, lambda: (randn(4, 3), torch.tensor([0, 3, 0, 2])), "base nan inf half f64 grad nan+grad")
    yield from sweep(balance, lambda: (randn(4, 3), torch.tensor([1, 3, 0, 2])), "base grad", tag="used-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R2', 'R33'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
