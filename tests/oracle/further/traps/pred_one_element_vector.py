"""A predicate of shape (1,) must not give its shape to a 0-d result."""

import torch

from fxkit import randn, sweep


@torch.compile
def next_sigma(sigma, flag):
    if flag > 0:
        nxt = sigma * 0.5
    else:
        nxt = sigma - 1.0
    return nxt


def cases():
    yield from sweep(next_sigma, lambda: (torch.tensor(2.0), torch.tensor([1.0])), "base neg")
    yield from sweep(next_sigma, lambda: (torch.tensor(2.0), torch.tensor([-1.0])), "base", tag="off-")

EXPECT = {'topic': 'scheduler',
 'verdict': 'any correct rewrite',
 'obligations': ['O1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['shape'],
 'unsafe': []}
