"""Only without the rescale is the caller's tensor changed."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def shift(hidden):
    h = hidden
    if h.abs().max() > 2.0:
        h = h * 0.5
    h.add_(1.0)
    return h * 3.0


def cases():
    yield from sweep(shift, lambda: (randn(4),), "base small big")

EXPECT = {'topic': 'rnn',
 'verdict': 'any correct rewrite',
 'obligations': ['O11'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
