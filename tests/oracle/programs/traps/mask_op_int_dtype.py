"""A selection of integers cannot take halves; the select would promote."""

import torch

from fxkit import bools, ints, sweep


@torch.compile
@torch.no_grad()
def shrink_codes(codes, big):
    out = codes * 1
    out[big] = out[big] / 2
    return out


def cases():
    yield from sweep(shrink_codes, lambda: (ints(0, 9, 5), bools(5)), "base")

EXPECT = {'topic': 'quantisation',
 'verdict': 'any correct rewrite',
 'obligations': ['R32', 'O8'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
