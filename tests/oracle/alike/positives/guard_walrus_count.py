"""A walrus counts the bad entries and the message shows the count."""

import torch

from fxkit import randn, sweep


@torch.compile
def nll(logp, weight):
    out = -logp * weight
    if (n := out.isnan().sum()) > 0:
        raise ArithmeticError(f"{int(n)} of {out.numel()} terms are NaN") from None
    return out


def cases():
    yield from sweep(nll, lambda: (randn(4), randn(4, seed=1)), "base nan allnan inf zero half f64 grad neg+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R18'],
 'breaks': {11: 1, 12: 2},
 'gb': ['GB0088', 'GB0124', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
