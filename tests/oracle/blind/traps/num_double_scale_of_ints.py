"""A rate in double precision scales whole amounts: the result has the default dtype."""

import torch

from fxkit import ints, rand, sweep


@torch.compile
def charge(amounts, rates):
    rate = rates.double().mean().item()
    return amounts * rate


def cases():
    yield from sweep(lambda r, a: charge(a, r), lambda: (rand(3), ints(1, 50, 4)), "base")
    yield from sweep(lambda r, a: charge(a, r), lambda: (rand(3), rand(4)), "base f64", tag="float-")

EXPECT = {'topic': 'finance',
 'verdict': 'any correct rewrite',
 'obligations': ['O13'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['dtype'],
 'unsafe': []}
