"""One arm cuts the history; the selected value still requires grad."""

import torch

from fxkit import randn, sweep


@torch.compile
def target(q, gap):
    if gap.sum() > 0:
        t = q.detach() * 0.9
    else:
        t = q * 0.9
    return t


def cases():
    yield from sweep(target, lambda: (randn(3).requires_grad_(), torch.ones(2)), "base")
    yield from sweep(target, lambda: (randn(3).requires_grad_(), -torch.ones(2)), "base", tag="keep-")

EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['O10'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['None or not', 'requires_grad'],
 'unsafe': []}
