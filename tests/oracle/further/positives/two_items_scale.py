"""Two numbers read from tensors normalise a batch."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def normalise(x):
    low = x.min().item()
    high = x.max().item()
    return (x - low) * (high - low)


def cases():
    yield from sweep(normalise, lambda: (randn(3, 4),), "base pos neg big small zero inf f64")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R22'],
 'breaks': {11: 1, 12: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
