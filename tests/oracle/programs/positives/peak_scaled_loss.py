"""float() of a detached maximum scales a batch and shifts it."""

import torch

from fxkit import randn, sweep


@torch.compile
def hinge(margin, labels):
    raw = (1.0 - margin * labels).relu()
    peak = float(raw.detach().max())
    return raw * peak + margin


def cases():
    yield from sweep(hinge, lambda: (randn(6), randn(6, seed=2).sign()), "base pos neg nan inf zero big f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R22'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
