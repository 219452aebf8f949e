"""The geodesic loss between rotations takes another formula near the identity, where acos has no gradient."""

import torch
from torch import nn

from fxkit import build, randn


def six_d_to_matrix(x):
    a, b = x[..., :3], x[..., 3:]
    a = a / a.norm(dim=-1, keepdim=True)
    b = b - (a * b).sum(-1, keepdim=True) * a
    b = b / b.norm(dim=-1, keepdim=True)
    return torch.stack([a, b, torch.linalg.cross(a, b)], dim=-2)


class GeodesicLoss(nn.Module):
    def __init__(self, eps=1e-4):
        super().__init__()
        self.eps = eps

    def angle(self, relative):
        cos = (relative.diagonal().sum() - 1) / 2
        if cos > 1 - self.eps:  # acos has an infinite slope at 1
            sin = 0.5 * (relative - relative.T)
            return sin.square().sum()
        return torch.acos(cos.clamp(min=-1 + self.eps))

    def forward(self, prediction, target):
        pred = six_d_to_matrix(prediction)
        total = prediction.new_zeros(())
        for p, t in zip(pred, target):
            total = total + self.angle(p @ t.T)
        return total / pred.shape[0]


def load():
    return torch.compile(GeodesicLoss())


def rotations(seed):
    return six_d_to_matrix(randn(2, 6, seed=seed))


def cases():
    yield from build(load, lambda: (randn(2, 6), rotations(1)), "base grad nan")
    yield from build(load, lambda: (torch.eye(3)[:2].reshape(1, 6).repeat(2, 1), torch.eye(3).repeat(2, 1, 1)), "base grad", tag="same-")
    yield from build(load, lambda: (randn(2, 6), torch.cat([rotations(0)[:1], rotations(1)[:1]])), "base grad", tag="half-")

EXPECT = {'topic': 'robotics',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['gradients', 'NaN of the untaken arm'],
 'breaks': {24: 3},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['gradients'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history']}
