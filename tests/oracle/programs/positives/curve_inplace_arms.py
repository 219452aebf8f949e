"""In-place methods of a fresh tensor in both arms."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def curve(precision, recall):
    area = precision - recall
    if area.abs().amax() > 1.0:
        area.mul_(0.5)
        area.add_(1.0)
    else:
        area.sub_(0.25)
    return area.cumsum(0)


def cases():
    yield from sweep(curve, lambda: (randn(6), randn(6, seed=7)), "base big neg pos nan inf zero half f64")
    yield from sweep(curve, lambda: (rand(6), rand(6, seed=7)), "base half f64", tag="unit-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R9', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
