"""An arm deletes its temporary."""

import torch

from fxkit import randn, sweep


@torch.compile
def centre(x):
    mean = x.mean(-1, keepdim=True)
    y = x - mean
    if mean.abs().amax() > 0.3:
        spread = y.abs().amax(-1, keepdim=True)
        y = y - spread
        del spread
    return y * 2.0


def cases():
    yield from sweep(centre, lambda: (randn(3, 4),), "base small big pos nan inf zero half f64")

EXPECT = {'topic': 'norm',
 'rewrites': ['R3'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
