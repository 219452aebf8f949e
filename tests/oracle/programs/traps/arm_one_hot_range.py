"""one_hot raises for classes that the test rules out."""

import torch
import torch.nn.functional as F

from fxkit import ints, randn, sweep


@torch.compile
def encode(ids, table):
    if ids.max() < 4:
        out = F.one_hot(ids, 4).to(table.dtype) @ table
    else:
        out = table[:1].expand(ids.shape[0], -1) * 0.5
    return out


def cases():
    yield from sweep(encode, lambda: (ints(0, 4, 5), randn(4, 2)), "base")
    yield from sweep(encode, lambda: (ints(4, 9, 5), randn(4, 2)), "base", tag="unknown-")

EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['O4'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
