"""A bool mask in one arm, counts in the other."""

import torch

from fxkit import randn, sweep


@torch.compile
def hits(scores, thr: float):
    m = scores > thr
    if m.all():
        out = m.long() * 2
    else:
        out = m
    return out


def cases():
    yield from sweep(hits, lambda: (randn(4), 0.0), "pos neg base")

EXPECT = {'topic': 'metrics',
 'verdict': 'decline',
 'obligations': ['O8'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['dtype'],
 'unsafe': []}
