"""One arm stops the gradient, so the result does not require grad there."""

import torch

from fxkit import randn, sweep


@torch.compile
def value_target(v, adv):
    if adv.detach().mean() > 0:
        t = v.detach() * 0.9
    else:
        t = v * 0.9
    return t


def cases():
    yield from sweep(value_target, lambda: (randn(4), torch.ones(3)), "base base+grad")
    yield from sweep(value_target, lambda: (randn(4), -torch.ones(3)), "base base+grad", tag="neg-")

EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['O9', 'O10'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['None or not', 'requires_grad'],
 'unsafe': []}
