"""A saturated state decays, any other drifts."""

import torch

from fxkit import randn, sweep


@torch.compile
def carry(x, h):
    h = h + x
    keep = h * 0.9 if h.abs().mean() > 0.5 else h + 0.05
    return keep, h - keep


def cases():
    yield from sweep(carry, lambda: (randn(2, 3), randn(2, 3, seed=1)), "base small big nan inf zero half bf16 f64 empty grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(carry, lambda: (randn(2, 3) * 0.1, randn(2, 3, seed=1) * 0.1), "base grad", tag="calm-")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
