"""The arms bind Python floats that only scale tensors."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def lamb(update, weight):
    r = weight.norm() - update.norm()
    if r > 0:
        lr = 0.1
    else:
        lr = 0.01
    return weight - update * lr


def cases():
    yield from sweep(lamb, lambda: (randn(5), randn(5, seed=3)), "base small big nan inf zero half f64")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R1'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
