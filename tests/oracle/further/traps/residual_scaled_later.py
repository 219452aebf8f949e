"""Without the arm the name is the argument, which is scaled in place below."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def block(residual, update):
    h = residual
    if update.sum() > 0:
        h = h + update
    h.mul_(0.5)
    return h.sum()


def cases():
    yield from sweep(block, lambda: (randn(4), randn(4, seed=1).abs()), "base", tag="taken-")
    yield from sweep(block, lambda: (randn(4), -randn(4, seed=1).abs()), "base", tag="left-")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['O11', 'R2'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['fresh-result']}
