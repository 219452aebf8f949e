"""One arm adds a member to a set of the caller."""

import torch

from fxkit import randn, sweep


@torch.compile
def visit(x, seen):
    if x.max() > 0:
        seen.add("hot")
        x = x * 2.0
    return x + 1.0


def cases():
    yield from sweep(visit, lambda: (randn(4), set()), "pos neg")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['O3'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['length'],
 'unsafe': []}
