"""The weight read with item() is a constant for autograd."""

import torch
from torch import nn

from fxkit import build, randn


class FocalWeight(nn.Module):
    def forward(self, loss):
        w = loss.abs().max().item()
        return (loss * w).sum()


def cases():
    yield from build(lambda: torch.compile(FocalWeight()), lambda: (randn(3),), "base grad neg+grad")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['R22'],
 'breaks': {11: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close', 'grad-close']}
