"""A deprecation warning at the start of every call."""

import warnings

import torch

from fxkit import randn, sweep


@torch.compile
def legacy_round(x, bits):
    warnings.warn("legacy_round is deprecated", DeprecationWarning)
    levels = 2**bits
    return torch.round(x * levels) / levels


def cases():
    yield from sweep(legacy_round, lambda: (randn(4), 3), "base nan inf negzero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R36'],
 'breaks': {12: 1},
 'gb': ['GB0007'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
