"""`.item()` inside an assert."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def add_noise(x, noise, t):
    assert t.max().item() < 100, "step too large"
    return x + noise * (t / 100)


def cases():
    yield from sweep(add_noise, lambda: (randn(3), randn(3, seed=1), ints(0, 100, 3)), "base nan half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R19', 'R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'compiled-exception-type', 'grad-close']}
