"""Two statistics are read as Python floats to standardise a spectrogram."""

import torch

from fxkit import randn, sweep


@torch.compile
def standardise(spec):
    mu = spec.mean().item()
    sd = spec.std().item()
    return (spec - mu) / (sd + 0.001)


def cases():
    yield from sweep(standardise, lambda: (randn(3, 8),), "base pos neg nan inf zero small f64 grad zero+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R22'],
 'breaks': {10: 1, 11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
