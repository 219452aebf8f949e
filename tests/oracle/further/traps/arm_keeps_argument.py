"""One arm is the argument itself, which is then changed in place."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def step(p, g):
    if g.sum() > 0:
        q = p
    else:
        q = p - g
    q.add_(1.0)
    return q * 2.0


def cases():
    yield from sweep(lambda g, p: step(p, g), lambda: (randn(3), randn(3, seed=1)), "pos neg")

EXPECT = {'topic': 'optimiser',
 'verdict': 'any correct rewrite',
 'obligations': ['O11'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['fresh-result']}
