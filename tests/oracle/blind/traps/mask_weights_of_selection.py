"""The weights belong to the rows that are selected, in order, not to the rows of the batch."""

import torch

from fxkit import randn, sweep


@torch.compile
def reweigh(x, chosen, weights):
    y = x.clone()
    y[chosen] = x[chosen] * weights.unsqueeze(-1)
    return y


def batch(mask):
    mask = torch.tensor(mask)
    return randn(4, 3), mask, torch.arange(1.0, 1.0 + int(mask.sum()))


def cases():
    yield from sweep(reweigh, lambda: batch([True, True, True, True]), "base grad", tag="all-")
    yield from sweep(reweigh, lambda: batch([False, True, False, False]), "base", tag="one-")
    yield from sweep(reweigh, lambda: batch([True, False, True, False]), "base", tag="two-")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['R32'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
