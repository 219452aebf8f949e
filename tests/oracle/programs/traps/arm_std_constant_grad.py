"""The standard deviation of a constant vector has no finite gradient."""

import torch
from torch import nn

from fxkit import build, randn


class Standardise(nn.Module):
    def forward(self, x):
        centred = x - x.mean()
        if centred.abs().max() > 1e-6:
            out = centred / x.std()
        else:
            out = centred * 1.0
        return out


def cases():
    yield from build(lambda: torch.compile(Standardise()), lambda: (randn(5),), "base grad zero zero+grad ones+grad")

EXPECT = {'topic': 'norm',
 'verdict': 'any correct rewrite',
 'obligations': ['O9'],
 'breaks': {12: 2},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['no-training']}
