"""A NaN loss must take the second arm, whichever way the test is turned."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def accept(x, step, loss, best):
    if not loss < best:
        x = x - 0.1 * step
    else:
        x = x - step
    return x


def run(loss, x, step):
    return accept(x, step, loss.mean(), torch.zeros(()))


def cases():
    yield from sweep(run, lambda: (randn(3), randn(2), randn(2, seed=5)), "pos neg nan")

EXPECT = {'topic': 'optim',
 'verdict': 'any correct rewrite',
 'obligations': ['O2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
