"""The parity of an integer counter read with int()."""

import torch

from fxkit import randn, sweep


@torch.compile
def alternate(x, tick):
    k = int(tick.sum())
    y = x.cos()
    if k % 2 == 1:
        y = -y
    return y


def cases():
    yield from sweep(alternate, lambda: (randn(3), torch.tensor([1, 2])), "base nan half f64 grad")
    yield from sweep(alternate, lambda: (randn(3), torch.tensor([-3, 2])), "base grad", tag="neg-")
    yield from sweep(alternate, lambda: (randn(3), torch.tensor([2, 2])), "base grad", tag="even-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R23', 'R2'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
