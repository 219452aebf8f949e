"""Two 0-d tensors are sorted and the larger one is used."""

import torch

from fxkit import randn, sweep


@torch.compile
def worst(a, b):
    la = a.abs().sum()
    lb = b.abs().mean()
    top = sorted([la, lb])[-1]
    return a / (1.0 + top)


def cases():
    yield from sweep(worst, lambda: (randn(3), randn(3, seed=1)), "base small zero nan inf half f64")
    yield from sweep(worst, lambda: (randn(3) * 0.01, randn(3, seed=1) * 5.0), "base half", tag="second-")

EXPECT = {'topic': 'loss',
 'rewrites': ['R15'],
 'breaks': {12: 1},
 'gb': ['GB0207'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
