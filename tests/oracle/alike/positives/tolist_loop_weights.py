"""The loop runs over the numbers of a small tensor."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def blend(x, gates):
    acc = x * 0.0
    for k, g in enumerate(gates.tolist()):
        acc = acc + (x + float(k)) * g
    return acc


def cases():
    yield from sweep(blend, lambda: (randn(2, 3), rand(3)), "base nan inf zero")
    yield from sweep(blend, lambda: (randn(2, 3), rand(2)), "base", tag="two-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R22'],
 'breaks': {11: 1},
 'gb': ['GB0109'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
