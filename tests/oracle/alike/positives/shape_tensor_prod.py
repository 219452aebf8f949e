"""The product of a shape is taken with tensors."""

import torch

from fxkit import randn, sweep


@torch.compile
def flatten_heads(x):
    n = torch.tensor(x.shape[1:]).prod().item()
    y = torch.tanh(x.reshape(x.shape[0], n) + n)
    z = (y * y).sum(-1, keepdim=True)
    return y / (z + 1.0) - y.mean()


def cases():
    yield from sweep(flatten_heads, lambda: (randn(2, 3, 4),), "base nan half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R21'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
