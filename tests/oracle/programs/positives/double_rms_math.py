"""math.sqrt of a float64 mean square, used in a Python expression."""

import math

import torch

from fxkit import randn, sweep


EPS = 1e-6


@torch.compile
@torch.inference_mode()
def rms_normalise(h):
    ms = h.double().pow(2).mean()
    rms = math.sqrt(ms)
    return h / (rms + EPS)


def cases():
    yield from sweep(rms_normalise, lambda: (randn(3, 4),), "base zero small big inf nan f64")

EXPECT = {'topic': 'norm',
 'rewrites': ['R29'],
 'breaks': {17: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close']}
