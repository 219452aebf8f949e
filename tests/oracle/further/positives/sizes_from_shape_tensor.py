"""The sizes come out of a tensor made of x.shape."""

import torch

from fxkit import randn, sweep


@torch.compile
def split_heads(x, heads):
    b, n, d = torch.tensor(x.shape).tolist()
    x = x - x.mean(-1, keepdim=True)
    x = x.relu() + 0.5
    return x.reshape(b, n, heads, d // heads).transpose(1, 2)


def cases():
    yield from sweep(split_heads, lambda: (randn(2, 3, 4), 2), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R21'],
 'breaks': {10: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
