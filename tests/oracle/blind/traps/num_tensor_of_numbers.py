"""The summary is a float32 tensor, whatever the inputs are."""

import torch

from fxkit import rand, sweep


@torch.compile
def summary(x):
    low, high = x.min().item(), x.max().item()
    return torch.tensor([low, high, high - low])


def cases():
    yield from sweep(summary, lambda: (rand(5),), "base f64 half grad")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['O13'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['dtype'],
 'unsafe': []}
