"""A grasp planner weighs a proposal down by the number of checks that failed."""

import torch
from torch import nn

from fxkit import build, randn


class GraspChecks:
    def __init__(self, reach=2.0, max_width=1.0):
        self.reach, self.max_width = reach, max_width

    def failed(self, position, width):
        too_far = (position.norm() > self.reach).item()
        too_wide = (width > self.max_width).item()
        below = (position[2] < 0).item()
        return too_far + too_wide + below


class GraspScorer(nn.Module):
    def __init__(self, dim=5, penalty=0.5):
        super().__init__()
        self.checks = GraspChecks()
        self.score = nn.Linear(dim, 1)
        self.penalty = penalty

    def forward(self, feat, position, width):
        quality = torch.sigmoid(self.score(feat)).squeeze(-1)
        return quality * self.penalty ** self.checks.failed(position, width)


def load():
    return torch.compile(GraspScorer())


def cases():
    yield from build(load, lambda: (randn(5), torch.tensor([0.3, 0.2, 0.5]), torch.tensor(0.5)), "base grad")
    yield from build(load, lambda: (randn(5), torch.tensor([3.0, 0.2, -0.5]), torch.tensor(0.5)), "base", tag="two-")
    yield from build(load, lambda: (randn(5), torch.tensor([3.0, 0.2, -0.5]), torch.tensor(1.5)), "base", tag="three-")

EXPECT = {'topic': 'robotics',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['bool arithmetic', 'O8'],
 'breaks': {14: 2, 15: 2, 16: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['gradients', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
