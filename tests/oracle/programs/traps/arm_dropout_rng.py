"""Dropout is only applied to large activations."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class GatedDropout(nn.Module):
    def forward(self, x):
        y = x + 1.0
        if y.mean() > 1.0:
            y = F.dropout(y, p=0.5, training=self.training)
        return y


def cases():
    yield from build(lambda: torch.compile(GatedDropout()), lambda: (randn(5),), "pos neg pos+grad")
    yield from build(lambda: torch.compile(GatedDropout().eval()), lambda: (randn(5),), "pos neg", tag="eval-")

EXPECT = {'topic': 'norm',
 'verdict': 'any correct rewrite',
 'obligations': ['O5'],
 'breaks': {13: 2},
 'gb': ['GB0170'],
 'naive_differs_in': ['rng'],
 'unsafe': []}
