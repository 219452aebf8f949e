"""The division is protected by the test, its gradient is not."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def share(gates):
    total = gates.sum()
    if total > 0:
        p = gates / total
    else:
        p = gates + 0.25
    return p


def cases():
    yield from sweep(share, lambda: (rand(4),), "base grad zero zero+grad neg+grad")

EXPECT = {'topic': 'moe',
 'verdict': 'any correct rewrite',
 'obligations': ['O9'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['no-training']}
