"""Python division by zero raises, tensor division gives infinity."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def mean_of_valid(err, mask):
    n = mask.sum().item()
    return err * (1.0 / n)


def cases():
    yield from sweep(mean_of_valid, lambda: (randn(4), bools(4)), "true false")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['R22', 'O4'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': ['close', 'grad-close']}
