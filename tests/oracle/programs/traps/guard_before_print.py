"""The guard must win over the print behind it."""

import torch

from fxkit import randn, sweep


@torch.compile
def checked_mse(pred, target):
    diff = pred - target
    if torch.isinf(diff).any():
        raise ValueError("infinite residual")
    print("residual", diff.detach().abs().max().item())
    return (diff * diff).mean()


def cases():
    yield from sweep(checked_mse, lambda: (randn(4), randn(4, seed=1)), "base inf")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['R18', 'R36'],
 'breaks': {11: 1, 12: 1, 13: 2},
 'gb': ['GB0059', 'GB0088', 'GB0124', 'GB0170'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-exception-type', 'compiled-silent']}
