"""min() of a float read from a tensor and a bound."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def trust(param, update):
    r = min(update.abs().max().item(), 1.0)
    return param - update * r


def cases():
    yield from sweep(trust, lambda: (randn(4), randn(4, seed=1)), "base big small zero inf f64")
    yield from sweep(trust, lambda: (randn(4), randn(4, seed=1) * 0.01), "base f64", tag="tiny-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R22'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
