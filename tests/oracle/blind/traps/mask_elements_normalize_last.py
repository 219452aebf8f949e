"""The helper was made for rows, but a full mask selects a flat list of elements."""

import torch
import torch.nn.functional as F

from fxkit import bools, randn, sweep


def unit(v):
    return F.normalize(v, dim=-1)


@torch.compile
def sharpen(weights, strong):
    sharp = weights.clone()
    sharp[strong] = unit(weights[strong])
    return sharp


def cases():
    yield from sweep(sharpen, lambda: (randn(3, 4), bools(3, 4)), "base grad")
    yield from sweep(sharpen, lambda: (randn(6, 4), bools(6)), "false", tag="rows-")

EXPECT = {'topic': 'normalisation',
 'verdict': 'any correct rewrite',
 'obligations': ['R32'],
 'breaks': {16: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
