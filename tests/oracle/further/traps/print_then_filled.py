"""The printed tensor is overwritten afterwards."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def reset(state):
    s = state + 1.0
    print("state", s)
    s.fill_(0.5)
    return s * 2.0


def cases():
    yield from sweep(reset, lambda: (randn(3),), "base pos")

EXPECT = {'topic': 'rnn',
 'verdict': 'any correct rewrite',
 'obligations': ['R36', 'O11'],
 'breaks': {12: 1},
 'gb': ['GB0059'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
