"""An overflow flag is read as a Python bool."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def route(tokens, load, capacity: int):
    overflow = bool((load > capacity).any())
    out = tokens * 1.0
    if overflow:
        out = out * 0.5
    return out


def cases():
    yield from sweep(route, lambda: (randn(4, 2), ints(0, 9, 3), 5), "base nan half grad inf+grad")
    yield from sweep(route, lambda: (randn(4, 2), ints(0, 4, 3), 5), "base half grad", tag="free-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R22', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
