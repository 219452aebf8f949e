"""The float is read before the state is changed in place; a view is not."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def decay(h, x):
    s = h * 1.0
    first = s[0].item()
    s.mul_(0.5)
    return s + x * first


def cases():
    yield from sweep(decay, lambda: (randn(3), randn(3, seed=1)), "base neg zero")

EXPECT = {'topic': 'rnn',
 'verdict': 'any correct rewrite',
 'obligations': ['R22', 'O11'],
 'breaks': {12: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close', 'grad-close']}
