"""Multiplying by the mask lets NaN of ignored tokens through."""

import torch

from fxkit import sweep


@torch.compile
def masked_loss(loss, mask):
    total = loss[mask].sum()
    return loss.detach().amax() * 0.0 + total if loss.shape[0] < 2 else total * 2.0


def cases():
    yield from sweep(masked_loss, lambda: (torch.tensor([1.0, 2.0, 4.0]), torch.tensor([True, False, True])), "base grad")
    yield from sweep(masked_loss, lambda: (torch.tensor([1.0, float("nan"), 4.0]), torch.tensor([True, False, True])), "base", tag="nan-")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['R30'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['close', 'grad-close']}
