"""Clusters are turned to their principal axis; a round cluster has none, and eigenvectors have no derivative there."""

import torch
from torch import nn

from fxkit import build, randn


class PrincipalAxis(nn.Module):
    def __init__(self, tolerance=1e-4):
        super().__init__()
        self.tolerance = tolerance
        self.default = nn.Parameter(torch.tensor([0.0, 0.0, 1.0]))

    def forward(self, cloud):
        centred = cloud - cloud.mean(dim=0)
        cov = centred.t() @ centred / len(cloud)
        values = torch.linalg.eigvalsh(cov.detach())
        if values[2] - values[1] > self.tolerance:
            axis = torch.linalg.eigh(cov).eigenvectors[:, 2]
        else:
            axis = self.default
        return (centred @ axis).abs()


class ClusterClassifier(nn.Module):
    def __init__(self, points=6, classes=3):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(()))
        self.axis = PrincipalAxis()
        self.fc = nn.Linear(points, classes)

    def forward(self, clouds):
        return self.fc(torch.stack([self.axis(cloud * self.scale) for cloud in clouds]))


def load():
    return torch.compile(ClusterClassifier())


def clusters():
    round_one = torch.cat([torch.eye(3), -torch.eye(3)])
    return (torch.stack([randn(6, 3), round_one, 2 * randn(6, 3, seed=1)]),)


def cases():
    yield from build(load, clusters, "base grad")
    yield from build(load, lambda: (randn(2, 6, 3),), "base grad", tag="long-")

EXPECT = {'topic': '3d',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['an arm without derivative where it is not taken'],
 'breaks': {19: 5},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['gradients'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
