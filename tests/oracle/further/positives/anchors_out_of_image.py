"""One of two tensor tests is enough, the second one is negated."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def place(centre, size):
    corner = centre - size * 0.5
    if (corner < 0).any() or not (corner + size < 4.0).all():
        corner = corner * 0.5
    else:
        corner = corner + 0.25
    return corner, size * 2.0


def cases():
    yield from sweep(place, lambda: (randn(3, 2), rand(3, 2)), "base pos neg big nan inf zero half f64 empty grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(place, lambda: (rand(3, 2) + 1, rand(3, 2)), "base half grad", tag="inner-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R5', 'R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
