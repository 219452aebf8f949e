"""Two numbers are compared with each other."""

import torch

from fxkit import randn, sweep


@torch.compile
def elect(a, b):
    left, right = a.mean().item(), b.mean().item()
    out = a - b if left > right else a + b
    return out


def cases():
    yield from sweep(elect, lambda: (randn(4), randn(4, seed=1)), "base pos neg nan inf zero half f64 grad nan+grad neg+grad")

EXPECT = {'topic': 'rl',
 'rewrites': ['R22', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
