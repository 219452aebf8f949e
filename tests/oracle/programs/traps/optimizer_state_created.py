"""The momentum buffer is created at the first large gradient."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def sgd(g, state):
    d = g * 1.0
    if d.abs().max() > 1.0:
        state["momentum"] = d * 0.9
    return d


def cases():
    yield from sweep(sgd, lambda: (randn(3), {}), "big small")

EXPECT = {'topic': 'optimiser',
 'verdict': 'any correct rewrite',
 'obligations': ['R8'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['length'],
 'unsafe': []}
