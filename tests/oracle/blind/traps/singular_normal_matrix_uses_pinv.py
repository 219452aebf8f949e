"""A differentiable least squares layer inverts its normal matrix unless that is singular."""

import torch
from torch import nn

from fxkit import build, randn


def homogeneous(points):
    return torch.cat([points, torch.ones_like(points[..., :1])], dim=-1)


class AffineFit(nn.Module):
    """Weighted affine alignment of two point sets."""

    def __init__(self, eps=1e-8):
        super().__init__()
        self.eps = eps

    def solve(self, A, B):
        if torch.linalg.det(A).abs() > self.eps:
            inverse = torch.linalg.inv(A)
        else:
            inverse = torch.linalg.pinv(A)
        return inverse @ B

    def forward(self, source, target, weights):
        X = homogeneous(source)
        WX = X * weights.unsqueeze(-1)
        return self.solve(WX.t() @ X, WX.t() @ target)


class Registration(nn.Module):
    def __init__(self, dim=2, hidden=6):
        super().__init__()
        self.confidence = nn.Sequential(nn.Linear(2 * dim, hidden), nn.ReLU(), nn.Linear(hidden, 1))
        self.fit = AffineFit()

    def forward(self, source, target):
        w = self.confidence(torch.cat([source, target], dim=-1)).squeeze(-1).sigmoid()
        transform = self.fit(source, target, w)
        residual = homogeneous(source) @ transform - target
        return transform, residual.square().mean()


def load():
    return torch.compile(Registration())


def cases():
    yield from build(load, lambda: (randn(6, 2), randn(6, 2, seed=1)), "base grad")
    yield from build(load, lambda: (torch.zeros(6, 2), randn(6, 2, seed=1)), "base", tag="point-")
    yield from build(load, lambda: (torch.zeros(1, 2), randn(1, 2)), "base", tag="one-")

EXPECT = {'topic': 'vision',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['exceptions', 'untaken arm', 'gradients'],
 'breaks': {21: 7},
 'gb': ['GB0170'],
 'naive_differs_in': ['exceptions'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
