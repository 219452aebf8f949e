"""The printed name is bound again before the function ends."""

import torch

from fxkit import randn, sweep


@torch.compile
def encode(x, h):
    h = torch.cat([h, x], dim=-1)
    print("state size", h.shape[-1])
    h = h.sum(dim=-1, keepdim=True)
    return h * 2.0


def cases():
    yield from sweep(encode, lambda: (randn(2, 3), randn(2, 4)), "base")

EXPECT = {'topic': 'rnn',
 'verdict': 'any correct rewrite',
 'obligations': ['R36'],
 'breaks': {11: 1},
 'gb': ['GB0059'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
