"""The length read from a tensor bounds a slice; the result has that length."""

import torch

from fxkit import randn, sweep


@torch.compile
def trim(hidden, lengths):
    n = int(lengths.max())
    return hidden[:n] * 2.0


def cases():
    yield from sweep(trim, lambda: (randn(6), torch.tensor([2, 4])), "base nan")
    yield from sweep(trim, lambda: (randn(6), torch.tensor([6, 1])), "base", tag="full-")

EXPECT = {'topic': 'attention',
 'verdict': 'decline',
 'obligations': ['O15'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['shape'],
 'unsafe': []}
