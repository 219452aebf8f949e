"""A wing profile is raised to a learned degree that int() truncates; a fractional power of a negative base is NaN."""

import torch
from torch import nn

from fxkit import build, randn


class CamberLine(nn.Module):
    def __init__(self, degree=2.7):
        super().__init__()
        self.degree = nn.Parameter(torch.tensor(degree))
        self.coeff = nn.Parameter(torch.tensor(0.4))

    def forward(self, x):
        p = int(self.degree)
        return self.coeff * x**p


class ProfileNet(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.camber = CamberLine()
        self.thick = nn.Linear(dim, dim)

    def forward(self, x):
        camber = self.camber(x)
        thickness = self.thick(x).sigmoid()
        return camber + 0.5 * thickness, camber - 0.5 * thickness


def load():
    return torch.compile(ProfileNet())


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base grad zero neg")

EXPECT = {'topic': 'physics',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['truncation', 'a number has no gradient'],
 'breaks': {16: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['values', 'gradients'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
