"""A walrus inside a conditional expression, used after it."""

import torch

from fxkit import randn, sweep


@torch.compile
def scale_rows(x, eps):
    y = x * 1.5 if (m := x.abs().mean()) > 0.75 else x + eps
    return y - m


def cases():
    yield from sweep(scale_rows, lambda: (randn(2, 3), 0.1), "base small big nan inf half bf16 grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R3'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
