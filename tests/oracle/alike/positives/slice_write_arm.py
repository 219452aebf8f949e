"""A slice of a fresh tensor is overwritten in an arm."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def centre_x(boxes):
    out = boxes * 2.0
    if out[:, 0].min() < 0:
        out[:, 0] = 0.5
    return out


def cases():
    yield from sweep(centre_x, lambda: (randn(3, 4),), "base pos neg nan inf zero half f64")

EXPECT = {'topic': 'detection',
 'rewrites': ['R9', 'R2'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
