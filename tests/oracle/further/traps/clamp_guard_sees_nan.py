"""With a NaN the test is false and the infinities stay."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def limit(w):
    q = w * 4.0
    if q.max() > 8.0:
        q = q.clamp(max=8.0)
    return q - 1.0


def cases():
    yield from sweep(limit, lambda: (torch.tensor([float("inf"), 1.0, float("nan")]),), "base")
    yield from sweep(limit, lambda: (randn(4),), "big small", tag="plain-")

EXPECT = {'topic': 'quantisation',
 'verdict': 'any correct rewrite',
 'obligations': ['R15'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['inf positions'],
 'unsafe': []}
