"""One arm is detached; a select keeps the result attached."""

import torch

from fxkit import sweep


@torch.compile
def target(q, r):
    if r.sum() > 0:
        t = q.detach() + 1.0
    else:
        t = q * 2.0
    return t


def cases():
    leaf = lambda: torch.tensor([0.5, -1.0]).requires_grad_()

    yield from sweep(target, lambda: (leaf(), torch.tensor([1.0])), "base")
    yield from sweep(target, lambda: (leaf(), torch.tensor([-1.0])), "base", tag="neg-")

EXPECT = {'topic': 'rl',
 'verdict': 'decline',
 'obligations': ['O10'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['None or not', 'requires_grad'],
 'unsafe': []}
