"""At a tie `a if a >= b else b` sends the whole gradient to a, torch.maximum halves it."""

import torch

from fxkit import sweep


@torch.compile
def best(a, b):
    x = a * 1.0
    y = b * 1.0
    if x >= y:
        v = x
    else:
        v = y
    return v * 2.0


def cases():
    yield from sweep(best, lambda: (torch.tensor(1.5), torch.tensor(1.5)), "grad")
    yield from sweep(best, lambda: (torch.tensor(0.5), torch.tensor(1.5)), "base", tag="less-")

EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['R1'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['None or not', 'values'],
 'unsafe': ['no-training']}
