"""An explicit AssertionError under a compound test."""

import torch

from fxkit import rand, sweep


@torch.compile
def cosine(t, warm):
    if t.min() < 0 or warm.sum() == 0:
        raise AssertionError("bad schedule")
    return torch.cos(t) / warm.sum()


def cases():
    yield from sweep(cosine, lambda: (rand(4), rand(3)), "base neg nan half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(cosine, lambda: (rand(4), torch.zeros(3)), "base", tag="zero-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R18'],
 'breaks': {10: 1, 11: 1},
 'gb': ['GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
