"""Both arms assign a pair in one tuple assignment."""

import torch

from fxkit import randn, sweep


@torch.compile
def planes(q, k):
    up = q + k
    down = q - k
    if up.abs().sum() > down.abs().sum():
        first, second = up * 2.0, down + 1.0
    else:
        first, second = down * 2.0, up + 1.0
    return first + second, first - second


def cases():
    yield from sweep(planes, lambda: (randn(2, 3), randn(2, 3, seed=4)), "base pos neg nan inf zero half f64 empty grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R10'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
