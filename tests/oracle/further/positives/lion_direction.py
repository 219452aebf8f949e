"""Sign update when gradient and momentum agree."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def direction(grad, momentum):
    mixed = momentum * 0.9 + grad * 0.1
    agree = (mixed * grad).sum()
    step = torch.sign(mixed) if agree > 0 else mixed * 0.1
    return step, mixed


def cases():
    yield from sweep(direction, lambda: (randn(5), randn(5, seed=2)), "base pos neg zero nan inf half f64")
    yield from sweep(direction, lambda: (-randn(5).abs(), randn(5, seed=2).abs() * 9.0), "base f64", tag="against-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R1'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
