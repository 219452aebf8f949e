"""A position check against a keyword limit, before the rotation."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def rotate(x, positions, *, max_len=16):
    if positions.max() >= max_len:
        raise IndexError(f"position exceeds {max_len}")
    angle = positions * 0.1
    return x * torch.cos(angle)[:, None]


def cases():
    yield from sweep(rotate, lambda: (randn(4, 2), ints(0, 12, 4)), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(rotate, lambda: (randn(4, 2), ints(10, 40, 4)), "base half grad", tag="long-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R18'],
 'breaks': {10: 1, 11: 1},
 'gb': ['GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
