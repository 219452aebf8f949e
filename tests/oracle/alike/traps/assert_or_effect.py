"""The second operand of the assert pops a waiver, only when the first is false."""

import torch

from fxkit import sweep


@torch.compile
def area(wh, waivers):
    a = wh[0] * wh[1]
    assert (wh > 0).all() or waivers.pop(), "invalid box"
    return a + 1.0


def cases():
    yield from sweep(area, lambda: (torch.tensor([1.0, 2.0]), [True] * 4), "base zero")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['R19', 'R5'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['length'],
 'unsafe': ['compiled-exception-type']}
