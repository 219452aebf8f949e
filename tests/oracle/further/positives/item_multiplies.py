""".item() multiplied into a batch."""

import torch

from fxkit import randn, sweep


@torch.compile
def aux_weight(gates, probs):
    frac = probs.mean().item()
    return gates * frac


def cases():
    yield from sweep(aux_weight, lambda: (randn(3, 4), randn(4, seed=2)), "base pos neg zero inf f64 grad neg+grad pos+grad")

EXPECT = {'topic': 'moe',
 'rewrites': ['R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
