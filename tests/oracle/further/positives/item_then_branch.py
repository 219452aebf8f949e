"""A number read with .item() is only tested."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def value_loss(value, clipped, kl):
    distance = kl.detach().mean().item()
    if distance > 0.5:
        loss = clipped - 0.5
    else:
        loss = value * 0.5
    return loss.sum()


def cases():
    yield from sweep(value_loss, lambda: (randn(4), randn(4, seed=1), rand(4)), "base nan zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(value_loss, lambda: (randn(4), randn(4, seed=1), rand(4) + 1), "base grad", tag="far-")

EXPECT = {'topic': 'rl',
 'rewrites': ['R22', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
