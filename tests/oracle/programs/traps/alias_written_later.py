"""Without the arm the name is the caller's tensor, which is then updated in place."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def accumulate(total, limit):
    acc = total
    if acc.sum() > limit:
        acc = acc * 0.5
    acc.add_(1.0)
    return acc * 2.0


def cases():
    yield from sweep(accumulate, lambda: (randn(3), 0.0), "pos neg")

EXPECT = {'topic': 'optimiser',
 'verdict': 'any correct rewrite',
 'obligations': ['O11'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['fresh-result']}
