"""The selection may be a mask or a list of positions; both index the rows."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def damp(x, picks):
    y = x.clone()
    y[picks] = torch.tanh(x[picks])
    return y


def cases():
    yield from sweep(damp, lambda: (randn(4, 3), bools(4)), "base true false", tag="mask-")
    yield from sweep(damp, lambda: (randn(4, 3), torch.tensor([2, 0])), "base", tag="index-")
    yield from sweep(damp, lambda: (randn(4, 3), torch.tensor([1, 0, 1, 0])), "base", tag="repeat-")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['R31'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['exception', 'type', 'values'],
 'unsafe': []}
