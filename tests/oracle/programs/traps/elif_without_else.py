"""No arm of the chain may apply; then the name is missing."""

import torch

from fxkit import randn, sweep


@torch.compile
def weight(x, sigma):
    s = sigma.max()
    if s > 5.0:
        w = x * 0.1
    elif s > 1.0:
        w = x * 0.5
    return w + 1.0


def cases():
    yield from sweep(weight, lambda: (randn(3), torch.tensor([9.0])), "base")
    yield from sweep(weight, lambda: (randn(3), torch.tensor([2.0])), "base", tag="mid-")
    yield from sweep(weight, lambda: (randn(3), torch.tensor([0.5])), "base", tag="low-")

EXPECT = {'topic': 'diffusion',
 'verdict': 'decline',
 'obligations': ['O6'],
 'breaks': {11: 1, 13: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
