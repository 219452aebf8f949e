"""Nothing to clamp: the argument itself is handed on, and the caller updates it in place."""

import torch

from fxkit import rand, sweep


@torch.compile
def limit(x, top=0.9):
    over = x > top
    if over.any():
        x = torch.where(over, x.new_tensor(top), x)
    return x


@torch.no_grad()
def smooth(x):
    y = limit(x)
    y.mul_(0.5)
    return x.sum(), y


def cases():
    yield from sweep(smooth, lambda: (rand(4) * 0.5,), "base", tag="low-")
    yield from sweep(smooth, lambda: (rand(4) + 0.5,), "base", tag="high-")

EXPECT = {'topic': 'diffusion',
 'verdict': 'any correct rewrite',
 'obligations': ['O11'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values', 'alias'],
 'unsafe': []}
