"""Both arms set three names in a different order."""

import torch

from fxkit import randn, sweep


@torch.compile
def focal_terms(logit, target):
    d = logit - target
    if d.abs().mean() > 1.0:
        loss = d * 2.0
        weight = d + 1.0
        scale = loss - weight
    else:
        scale = d * 0.25
        loss = scale + 2.0
        weight = d - scale
    return loss + weight, scale


def cases():
    yield from sweep(focal_terms, lambda: (randn(4), randn(4, seed=1)), "base pos big nan inf zero half f64 empty grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(focal_terms, lambda: (randn(4) * 0.1, randn(4, seed=1) * 0.1), "base grad", tag="near-")

EXPECT = {'topic': 'loss',
 'rewrites': ['R3'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
