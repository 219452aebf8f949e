"""any() over selected elements, in an else-less update."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def watch(x, live):
    y = x - 0.5
    if torch.isnan(y[live]).any():
        y = torch.zeros_like(y)
    return y


def cases():
    yield from sweep(watch, lambda: (randn(4), bools(4)), "base nan allnan true false inf half f64")
    yield from sweep(watch, lambda: (randn(4), bools(4) | True), "nan", tag="all-")

EXPECT = {'topic': 'norm',
 'rewrites': ['R30', 'R33', 'R2'],
 'breaks': {11: 2},
 'gb': ['GB0036', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
