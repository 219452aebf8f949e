"""The arms pick an int and a float; an integer tensor keeps or changes its dtype."""

import torch

from fxkit import ints, sweep


@torch.compile
def rescale(codes):
    k = 2 if codes.sum() > 10 else 0.5
    return codes * k


def cases():
    yield from sweep(rescale, lambda: (ints(5, 9, 4),), "base")
    yield from sweep(rescale, lambda: (ints(0, 2, 4),), "base", tag="low-")

EXPECT = {'topic': 'quantisation',
 'verdict': 'decline',
 'obligations': ['O8', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['dtype'],
 'unsafe': []}
