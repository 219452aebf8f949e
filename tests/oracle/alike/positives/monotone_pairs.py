"""all() over neighbours of a list of statistics."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def check_order(x, a, b, c):
    tops = [t.amax() for t in (a, b, c)]
    if all(p <= q for p, q in zip(tops, tops[1:])):
        y = x * 2.0
    else:
        y = x - 1.0
    return y


def cases():
    yield from sweep(check_order, lambda: (randn(3), randn(3, seed=1), randn(3, seed=2), randn(3, seed=3)), "base nan half f64")
    yield from sweep(check_order, lambda: (randn(3), rand(3), rand(3) + 1.0, rand(3) + 2.0), "base", tag="up-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R44', 'R1'],
 'breaks': {11: 2},
 'gb': ['GB0170', 'GB8335'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
