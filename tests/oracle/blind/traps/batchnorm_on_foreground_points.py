"""A point head runs its batch norm on the foreground points only, so that they alone make its statistics."""

import torch
from torch import nn

from fxkit import build, bools, randn


class PointHead(nn.Module):
    def __init__(self, channels=4, out=2):
        super().__init__()
        self.fc = nn.Linear(channels, channels, bias=False)
        self.bn = nn.BatchNorm1d(channels)
        self.out = nn.Linear(channels, out)

    def forward(self, x):
        return self.out(torch.relu(self.bn(self.fc(x))))


class PointRefiner(nn.Module):
    def __init__(self, channels=4):
        super().__init__()
        self.head = PointHead(channels)
        self.cls = nn.Linear(channels, 1)

    def forward(self, features, foreground):
        scores = self.cls(features).squeeze(-1)
        offsets = features.new_zeros(features.shape[0], 2)
        if foreground.sum() > 1:  # batch norm needs two rows
            offsets[foreground] = self.head(features[foreground])
        return scores, offsets


def load():
    return torch.compile(PointRefiner())


def load_eval():
    return torch.compile(PointRefiner().eval())


def cases():
    yield from build(load, lambda: (randn(8, 4), bools(8)), "base grad true false nan")
    yield from build(load_eval, lambda: (randn(8, 4), bools(8)), "base grad", tag="eval-")

EXPECT = {'topic': 'vision',
 'kind': 'masks',
 'verdict': 'any correct rewrite',
 'obligations': ['operations that mix rows', 'state'],
 'breaks': {29: 2, 30: 2},
 'gb': ['GB0036', 'GB0170'],
 'naive_differs_in': ['values', 'state'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history']}
