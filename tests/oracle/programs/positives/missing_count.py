"""The number of padded entries is added to the error."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def padded_error(err, valid):
    missing = int((~valid).sum())
    return err.abs() + missing


def cases():
    yield from sweep(padded_error, lambda: (randn(3, 4), bools(3, 4)), "base true false nan inf zero f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
