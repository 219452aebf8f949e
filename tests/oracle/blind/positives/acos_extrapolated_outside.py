"""Rotation angles from traces: arccos with a linear extrapolation near the ends, where its slope is infinite."""

import math

import torch
from torch import nn

from fxkit import build, randn


def _dacos_dx(x: float) -> float:
    return -1.0 / math.sqrt(1.0 - x * x)


def _acos_linear_approximation(x, x0: float):
    return (x - x0) * _dacos_dx(x0) + math.acos(x0)


def acos_linear_extrapolation(x, bounds=(-0.999, 0.999)):
    lower_bound, upper_bound = bounds
    acos_extrap = torch.empty_like(x)
    x_upper = x >= upper_bound
    x_lower = x <= lower_bound
    x_mid = (~x_upper) & (~x_lower)
    acos_extrap[x_mid] = torch.acos(x[x_mid])
    acos_extrap[x_upper] = _acos_linear_approximation(x[x_upper], upper_bound)
    acos_extrap[x_lower] = _acos_linear_approximation(x[x_lower], lower_bound)
    return acos_extrap


class GeodesicLoss(nn.Module):
    """Mean relative angle between the predicted and the annotated poses."""

    def __init__(self, scale=1.0):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(scale))

    def forward(self, R_pred, R_gt):
        R12 = torch.bmm(R_pred, R_gt.transpose(1, 2))
        trace = R12.diagonal(dim1=1, dim2=2).sum(-1)
        angles = acos_linear_extrapolation((trace * self.scale - 1.0) * 0.5)
        return angles.mean(), angles


def load(scale=1.0):
    return torch.compile(GeodesicLoss(scale))


def cases():
    def rotations(seed):
        return torch.linalg.qr(randn(4, 3, 3, seed=seed))[0]

    yield from build(load, lambda: (rotations(0), rotations(1)), "base grad")
    yield from build(load, lambda: (rotations(0), rotations(0)), "base grad", tag="same-")
    yield from build(lambda: load(0.1), lambda: (rotations(2), rotations(3)), "base", tag="small-")
    yield from build(lambda: load(-1.2), lambda: (rotations(2), rotations(2)), "base", tag="outside-")

EXPECT = {'topic': '3d',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {25: 2, 26: 2, 27: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
