"""Only an overflow is recomputed in single precision."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def scores(q, k):
    s = q * k
    if torch.isinf(s).any():
        s = (q.float() * k.float()).clamp(-1e5, 1e5)
    return s


def cases():
    yield from sweep(scores, lambda: (randn(4), randn(4, seed=1)), "base half big+half")
    yield from sweep(scores, lambda: (randn(4) * 1e3, randn(4, seed=1) * 1e3), "half", tag="hot-")

EXPECT = {'topic': 'attention',
 'verdict': 'decline',
 'obligations': ['O8'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['dtype'],
 'unsafe': []}
