"""A helper warns with a number from the tensor."""

import warnings

import torch

from fxkit import rand, sweep


def check_snr(snr):
    low = (snr < 0.25).sum()
    warnings.warn(f"{int(low)} steps below the floor")


@torch.compile
def weights(snr, gamma):
    w = snr / gamma
    check_snr(snr)
    return w + 1.0


def cases():
    yield from sweep(weights, lambda: (rand(6), 5.0), "base small nan zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R36'],
 'breaks': {12: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
