"""A plain warning in the middle of the computation."""

import warnings

import torch

from fxkit import randn, sweep


@torch.compile
def old_step(sample, eps):
    x = sample - eps * 0.5
    warnings.warn("old_step is deprecated", FutureWarning)
    return x * 2.0


def cases():
    yield from sweep(old_step, lambda: (randn(3), randn(3, seed=1)), "base nan inf zero half f64 grad")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R36', 'R17'],
 'breaks': {13: 1},
 'gb': ['GB0007'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
