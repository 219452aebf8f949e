"""A random draw read with item."""

import torch

from fxkit import randn, sweep


@torch.compile
def drop_condition(x, cond, p):
    coin = torch.rand(1).item()
    mixed = x + cond
    if coin < p:
        mixed = x * 1.0
    return mixed


def cases():
    yield from sweep(drop_condition, lambda: (randn(3), randn(3, seed=1), 0.5), "base nan half grad")
    yield from sweep(drop_condition, lambda: (randn(3), randn(3, seed=1), 0.0), "base grad", tag="never-")
    yield from sweep(drop_condition, lambda: (randn(3), randn(3, seed=1), 1.0), "base grad", tag="always-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R22', 'R2'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
