"""The builtin max() of a number read from a tensor and a floor."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def normalise(x):
    denom = max(x.abs().amax().item(), 0.5)
    return x / denom


def cases():
    yield from sweep(normalise, lambda: (randn(3, 2),), "base small big zero inf nan f64")

EXPECT = {'topic': 'norm',
 'rewrites': ['R22', 'R44'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
