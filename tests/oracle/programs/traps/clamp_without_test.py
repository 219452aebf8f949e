"""The clamp also changes finite values above its bound when nothing overflowed."""

import torch

from fxkit import randn, sweep


@torch.compile
def tail(h):
    h = h + 0.0
    if torch.isinf(h).any():
        bound = torch.finfo(h.dtype).max - 1000
        h = torch.clamp(h, -bound, bound)
    return h


def cases():
    yield from sweep(tail, lambda: (randn(4),), "half inf+half")
    yield from sweep(tail, lambda: (torch.tensor([65504.0, 1.0, -65000.0]),), "half", tag="edge-")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['R16'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
