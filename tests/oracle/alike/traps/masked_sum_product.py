"""Multiplying by the mask keeps NaN and infinity of unselected elements."""

import torch

from fxkit import sweep


@torch.compile
@torch.no_grad()
def valid_sum(err, mask):
    return err[mask].sum()


def cases():
    yield from sweep(valid_sum, lambda: (torch.tensor([float("nan"), 1.0, 2.0]), torch.tensor([False, True, True])), "base")
    yield from sweep(valid_sum, lambda: (torch.tensor([3.0, 1.0, 2.0]), torch.tensor([False, True, True])), "base", tag="num-")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['R30'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['close', 'grad-close']}
