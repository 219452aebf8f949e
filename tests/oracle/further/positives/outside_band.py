"""The negation of a chained comparison with tensor bounds."""

import torch

from fxkit import randn, sweep


@torch.compile
def anneal(lr, lo, hi):
    rate = lr + 0.1
    if not (lo <= rate.mean() < hi):
        rate = rate * 0.5
    else:
        rate = rate - 0.01
    return rate


def cases():
    yield from sweep(anneal, lambda: (randn(4), torch.tensor(-0.2), torch.tensor(0.2)), "base pos neg big small nan inf zero half f64")
    yield from sweep(anneal, lambda: (randn(4), torch.tensor(-9.0), torch.tensor(9.0)), "base nan half", tag="wide-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R5', 'R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
