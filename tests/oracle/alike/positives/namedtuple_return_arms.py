"""Both returns build a named tuple."""

from collections import namedtuple

import torch

from fxkit import randn, sweep


Routing = namedtuple("Routing", "weights loss")


@torch.compile
def route(gates):
    w = gates.softmax(-1)
    if w.max() > 0.6:
        return Routing(w * 0.5, w.sum())
    return Routing(weights=w + 0.1, loss=w.mean())


def cases():
    yield from sweep(route, lambda: (randn(2, 4),), "base small big nan inf zero half f64")

EXPECT = {'topic': 'moe',
 'rewrites': ['R6', 'R10'],
 'breaks': {16: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
