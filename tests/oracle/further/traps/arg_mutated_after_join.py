"""Without the update the later in-place step reaches the caller's tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def step(param, grad):
    if grad.sum() > 0:
        param = param * 0.5
    param.sub_(grad)
    return grad * 2.0


def cases():
    yield from sweep(step, lambda: (randn(4), torch.ones(4)), "base")
    yield from sweep(step, lambda: (randn(4), -torch.ones(4)), "base", tag="down-")

EXPECT = {'topic': 'optimiser',
 'verdict': 'any correct rewrite',
 'obligations': ['O11', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
