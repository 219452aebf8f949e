"""Depth in millimetres in half precision: the mean error of the valid pixels."""

import torch
from torch import nn

from fxkit import bools, build, rand


class DepthMeter(nn.Module):
    def __init__(self, scale=1000.0):
        super().__init__()
        self.scale = scale

    def forward(self, pred, target, valid):
        error = (pred - target).abs() * self.scale
        chosen = error[valid]
        return {"mae": chosen.mean(), "worst": error.max()}


def load():
    return torch.compile(DepthMeter())


def cases():
    make = lambda far: lambda: (far + rand(6, 8), rand(6, 8, seed=1), bools(6, 8, seed=2, p=0.7))
    yield from build(load, make(1.0), "half base", tag="near-")
    yield from build(load, make(9.0), "half base", tag="far-")

EXPECT = {'topic': 'mixed precision, depth',
 'kind': 'masks, half precision',
 'verdict': 'any correct rewrite',
 'obligations': ['half precision', 'dtype'],
 'breaks': {16: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['inf positions'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history']}
