"""A guard picks one of two exceptions with a nested test."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def discount(reward, gamma):
    ret = reward * gamma
    if (gamma > 1.0).any():
        if (gamma > 2.0).any():
            raise OverflowError("gamma explodes")
        else:
            raise ValueError("gamma above one")
    return ret + reward


def cases():
    yield from sweep(discount, lambda: (randn(4), rand(4)), "base nan zero half f64 grad")
    yield from sweep(discount, lambda: (randn(4), rand(4) + 1.0), "base half", tag="above-")
    yield from sweep(discount, lambda: (randn(4), rand(4) + 3.0), "base f64", tag="far-")

EXPECT = {'topic': 'rl',
 'rewrites': ['R18', 'R4'],
 'breaks': {11: 1, 12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
