"""A missing expert in the arm is handled by the except clause."""

import torch

from fxkit import randn, sweep


@torch.compile
def expert_scale(x, table):
    y = x + 1.0
    try:
        if y.mean() > 1.0:
            y = y * table["hot"]
        y = y - 0.5
    except KeyError:
        y = y * 0.0
    return y


def cases():
    yield from sweep(expert_scale, lambda: (randn(3), {}), "pos neg")
    yield from sweep(expert_scale, lambda: (randn(3), {"hot": 2.0}), "pos", tag="full-")

EXPECT = {'topic': 'moe',
 'verdict': 'any correct rewrite',
 'obligations': ['O16'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
