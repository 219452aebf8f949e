"""`not a < b` is true for NaN, `a >= b` is not."""

import torch

from fxkit import randn, sweep


@torch.compile
def next_lr(lr, loss, best):
    lr = lr * 1.0
    improved = loss.mean() < best.mean()
    if not improved:
        lr = lr * 0.1
    return lr


def cases():
    yield from sweep(next_lr, lambda: (torch.tensor(0.1), randn(3), randn(3, seed=1)), "base")
    yield from sweep(next_lr, lambda: (torch.tensor(0.1), torch.full((3,), float("nan")), randn(3)), "base", tag="nan-")

EXPECT = {'topic': 'scheduler',
 'verdict': 'any correct rewrite',
 'obligations': ['R1'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
