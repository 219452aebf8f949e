"""A second name sees the in-place update."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def momentum(g):
    buf = g * 0.9
    view = buf[:2]
    if g.abs().max() > 1.0:
        buf.mul_(0.5)
    return buf, view * 2.0


def cases():
    yield from sweep(momentum, lambda: (randn(4),), "big small")

EXPECT = {'topic': 'optimiser',
 'verdict': 'any correct rewrite',
 'obligations': ['R9', 'O13'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
