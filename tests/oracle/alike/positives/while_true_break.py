"""`while True` with a static counter and a tensor-dependent break."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
@torch.no_grad()
def diffuse(h, adj):
    hop = 0
    while True:
        if hop >= 3 or h.abs().max() > 2.0:
            break
        h = h + adj @ h
        hop += 1
    return h * 0.5


def cases():
    yield from sweep(diffuse, lambda: (randn(3, 2), rand(3, 3)), "base small big nan inf zero half f64")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R7'],
 'breaks': {13: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
