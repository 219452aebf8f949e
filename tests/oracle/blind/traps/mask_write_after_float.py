"""float() copies half precision but hands float32 through: the caller's tensor is then written to."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def steady(x, jumpy):
    h = x.float()
    h[jumpy] = torch.tanh(h[jumpy])
    return h.sum(-1)


def cases():
    yield from sweep(steady, lambda: (randn(4, 2), bools(4)), "base half f64 false")

EXPECT = {'topic': 'diffusion',
 'verdict': 'any correct rewrite',
 'obligations': ['R31', 'O11'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
