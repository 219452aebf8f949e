"""One arm gives integer codes, the other the float values."""

import torch

from fxkit import randn, sweep


@torch.compile
def encode(w):
    s = w * 8.0
    if s.abs().max() > 4.0:
        q = s.round().to(torch.int32)
    else:
        q = s.round()
    return q


def cases():
    yield from sweep(encode, lambda: (randn(5),), "base pos small zero")

EXPECT = {'topic': 'quantisation',
 'verdict': 'any correct rewrite',
 'obligations': ['O8'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['dtype'],
 'unsafe': []}
