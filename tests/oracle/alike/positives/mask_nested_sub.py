"""y[mask] -= x[mask] with the mask written as a comparison."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
@torch.no_grad()
def refine(boxes, offset, limit=0.5):
    b = boxes * 2.0
    b[b.abs() > limit] -= offset[b.abs() > limit]
    return b


def cases():
    yield from sweep(refine, lambda: (randn(3, 4), rand(3, 4)), "base small nan inf zero half f64")

EXPECT = {'topic': 'detection',
 'rewrites': ['R32'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
