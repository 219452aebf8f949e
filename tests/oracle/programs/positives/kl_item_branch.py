"""A divergence read with .item() decides about a penalty."""

import torch

from fxkit import randn, sweep


@torch.compile
def objective(ratio, adv):
    kl = (ratio - 1.0).abs().mean().item()
    obj = ratio - adv
    if kl > 0.75:
        obj = obj * 0.5
    return obj


def cases():
    yield from sweep(objective, lambda: (randn(5), randn(5, seed=1)), "base ones big nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(objective, lambda: (torch.full((5,), 1.25), randn(5, seed=1)), "base grad", tag="close-")

EXPECT = {'topic': 'rl',
 'rewrites': ['R22', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
