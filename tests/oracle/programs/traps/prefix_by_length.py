"""The length read from a tensor cuts the result."""

import torch

from fxkit import randn, sweep


@torch.compile
def trim(states, lengths):
    n = lengths.max().item()
    return states[:n] * 2.0


def cases():
    yield from sweep(trim, lambda: (randn(5, 2), torch.tensor([2, 3])), "base")

EXPECT = {'topic': 'rnn',
 'verdict': 'decline',
 'obligations': ['O15', 'R24'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['shape'],
 'unsafe': []}
