"""The scores that count compete with each other, wherever they are in the matrix."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def allocate(scores, allowed, budget):
    share = torch.softmax(scores[allowed], dim=-1)
    spent = torch.zeros_like(scores)
    spent[allowed] = share * budget
    return spent


def cases():
    yield from sweep(allocate, lambda: (randn(3, 4), bools(3, 4), 10.0), "base grad")
    yield from sweep(allocate, lambda: (randn(1, 4), torch.ones(1, 4, dtype=torch.bool), 10.0), "base", tag="row-")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['R32'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
