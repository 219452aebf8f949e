"""The loop runs over the rows of a tensor and adds some of them."""

import torch

from fxkit import randn, sweep


@torch.compile
def pooled(x):
    acc = x[0] * 0.5
    for row in x:
        if row.amax() > 0.75:
            acc = acc + row
            acc = acc * 0.5
    return acc


def cases():
    yield from sweep(pooled, lambda: (randn(4, 3),), "base small pos neg nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R7', 'R2'],
 'breaks': {12: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
