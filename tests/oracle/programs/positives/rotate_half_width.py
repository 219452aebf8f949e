"""Half of a width is computed through a tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
def rotate(x, cos):
    half = torch.tensor(x.shape[-1] // 2).item()
    turned = torch.cat((-x[..., half:], x[..., :half]), dim=-1)
    return x * cos + turned


def cases():
    yield from sweep(rotate, lambda: (randn(2, 3, 6), 0.5), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R21'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
