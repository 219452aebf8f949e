"""Multiplying by the mask lets NaN of the unselected in."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def masked_total(loss, valid):
    return loss[valid].sum() * 0.5


def cases():
    yield from sweep(masked_total, lambda: (torch.tensor([1.0, float("nan"), 2.0]), torch.tensor([True, False, True])), "base")
    yield from sweep(masked_total, lambda: (torch.tensor([1.0, float("inf"), 2.0]), torch.tensor([True, False, True])), "base", tag="huge-")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['R30'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['close', 'grad-close']}
