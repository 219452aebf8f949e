"""The correction is added only if some row needs it; adding zero is not nothing."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def correct(x, bad):
    if bad.any():
        x = x + bad[:, None] * 0.5
    return torch.atan2(x, torch.full_like(x, -1.0))


def cases():
    yield from sweep(correct, lambda: (randn(3, 2), bools(3)), "base true")
    yield from sweep(correct, lambda: (randn(3, 2), torch.zeros(3, dtype=torch.bool)), "base negzero", tag="good-")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['O1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
