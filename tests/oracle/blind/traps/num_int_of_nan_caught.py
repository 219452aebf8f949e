"""The number of bits is derived from the data, eight where that cannot be told."""

import torch

from fxkit import rand, sweep


@torch.compile
@torch.no_grad()
def squeeze(x):
    span = x.max() - x.min()
    try:
        bits = int(torch.log2(span * 255.0))
    except (ValueError, OverflowError):
        bits = 8
    return torch.round(x * 2.0 ** bits) / 2.0 ** bits


def cases():
    yield from sweep(squeeze, lambda: (rand(5),), "base zero nan")

EXPECT = {'topic': 'quantisation',
 'verdict': 'any correct rewrite',
 'obligations': ['O15', 'O4'],
 'breaks': {13: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['nan positions'],
 'unsafe': []}
