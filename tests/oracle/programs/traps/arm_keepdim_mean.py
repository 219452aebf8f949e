"""A loud frame is pooled, a quiet one is kept."""

import torch

from fxkit import randn, sweep


@torch.compile
def pool_frame(frame):
    if frame.abs().max() > 1.0:
        out = frame.mean(-1, keepdim=True)
    else:
        out = frame * 1.0
    return out


def cases():
    yield from sweep(pool_frame, lambda: (randn(2, 5),), "base small")

EXPECT = {'topic': 'audio',
 'verdict': 'any correct rewrite',
 'obligations': ['O8'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['shape'],
 'unsafe': []}
