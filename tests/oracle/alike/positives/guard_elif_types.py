"""Two raises in an if and its elif."""

import torch

from fxkit import rand, sweep


@torch.compile
def normalise(probs):
    total = probs.sum()
    if total <= 0:
        raise ZeroDivisionError("no mass")
    elif torch.isnan(total):
        raise ArithmeticError("mass is NaN")
    return probs / total


def cases():
    yield from sweep(normalise, lambda: (rand(5),), "base zero neg nan inf half f64 grad neg+grad")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R18'],
 'breaks': {11: 1, 12: 1, 13: 1, 14: 1},
 'gb': ['GB0088', 'GB0170'],
 'skips': 2,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
