"""A tensor is compared with a float read from it."""

import torch

from fxkit import randn, sweep


@torch.compile
def outliers(x):
    t = x.abs().mean().item()
    return (x.abs() > t).to(torch.int64), x * 1.0


def cases():
    yield from sweep(outliers, lambda: (randn(2, 4),), "base big small nan inf zero f64 half bf16 grad")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
