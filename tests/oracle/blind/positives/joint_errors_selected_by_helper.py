"""Hand pose from an image: two errors over the joints that were annotated, selected by one helper."""

import torch
from torch import nn

from fxkit import bools, build, randn


class HandPoseNet(nn.Module):
    def __init__(self, features=5, joints=6):
        super().__init__()
        self.joints = joints
        self.fc1 = nn.Linear(features, 8)
        self.fc2 = nn.Linear(8, joints * 3)

    def forward(self, x):
        return self.fc2(self.fc1(x).relu()).unflatten(-1, (self.joints, 3))


class PoseCriterion(nn.Module):
    """Mean joint error and root mean square error, in the unit of the targets."""

    def __init__(self):
        super().__init__()
        self.net = HandPoseNet()

    @staticmethod
    def annotated(values, visible):
        return values[visible]

    def forward(self, image_features, joints, visible):
        pred = self.net(image_features)
        squared = (pred - joints).square().sum(dim=-1)
        mpjpe = self.annotated((squared + 1e-9).sqrt(), visible).mean()
        rmse = self.annotated(squared, visible).mean().sqrt()
        return {"loss": mpjpe, "rmse": rmse.detach()}


def load():
    return torch.compile(PoseCriterion())


def cases():
    yield from build(load, lambda: (randn(3, 5), randn(3, 6, 3), bools(3, 6, p=0.7)), "base grad big true false")

EXPECT = {'topic': '3d',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {29: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
