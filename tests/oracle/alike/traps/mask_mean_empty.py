"""The mean over an empty selection is NaN."""

import torch

from fxkit import sweep


@torch.compile
@torch.no_grad()
def mean_valid(loss, valid):
    return loss[valid].mean()


def cases():
    yield from sweep(mean_valid, lambda: (torch.arange(4.0), torch.tensor([True, False, True, True])), "base false")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['R30'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['nan positions'],
 'unsafe': []}
