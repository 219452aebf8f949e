"""`not a > b` is not `a <= b` for NaN."""

import torch

from fxkit import sweep


@torch.compile
def plateau(loss, best):
    if not loss < best:
        lr = loss * 0.1
    else:
        lr = loss * 1.0
    return lr


def cases():
    yield from sweep(plateau, lambda: (torch.tensor(2.0), torch.tensor(float("nan"))), "base")
    yield from sweep(plateau, lambda: (torch.tensor(2.0), torch.tensor(3.0)), "base zero", tag="num-")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['O1', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
