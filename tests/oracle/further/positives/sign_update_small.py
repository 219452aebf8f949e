"""A sign step while the momentum is small."""

import torch

from fxkit import randn, sweep


@torch.compile
def lion(grad, momentum, lr):
    m = momentum * 0.9 + grad * 0.1
    if m.abs().mean() < 0.5:
        step = m.sign() * lr
    else:
        step = m * lr
    return step, m


def cases():
    yield from sweep(lion, lambda: (randn(5), randn(5, seed=1), 0.01), "base big small nan inf zero half f64 empty grad big+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(lion, lambda: (randn(5) * 0.1, randn(5, seed=1) * 0.1, 0.01), "base half grad", tag="calm-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
