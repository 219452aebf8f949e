"""The length of the returned list tells where the loop stopped."""

import torch

from fxkit import randn, sweep


@torch.compile
def unroll(h):
    outs = []
    for _ in range(3):
        h = h * 0.5
        outs.append(h)
        if h.abs().amax() < 0.25:
            break
    return outs


def cases():
    yield from sweep(unroll, lambda: (randn(3),), "base small big")

EXPECT = {'topic': 'rnn',
 'verdict': 'decline',
 'obligations': ['R7', 'O7'],
 'breaks': {14: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['length'],
 'unsafe': []}
