"""Forward kinematics of a planar arm; joints beyond their limits are named in the error."""

import torch
from torch import nn

from fxkit import build, randn


class JointLimitError(ValueError):
    pass


class PlanarArm(nn.Module):
    def __init__(self, lengths=(1.0, 0.8, 0.5), names=("shoulder", "elbow", "wrist"), limit=2.0):
        super().__init__()
        self.names = names
        self.lengths = nn.Parameter(torch.tensor(lengths))
        self.register_buffer("lower", torch.full((len(names),), -limit))
        self.register_buffer("upper", torch.full((len(names),), limit))

    def check_limits(self, q):
        violated = ((q < self.lower) | (q > self.upper)).any(dim=0)
        if violated.any():
            names = [name for name, bad in zip(self.names, violated) if bad]
            raise JointLimitError(f"joints out of limits: {', '.join(names)}")

    def forward(self, q):
        """q: (batch, joints) angles."""
        self.check_limits(q)
        angles = q.cumsum(dim=-1)
        x = (self.lengths * angles.cos()).cumsum(dim=-1)
        y = (self.lengths * angles.sin()).cumsum(dim=-1)
        return torch.stack([x, y], dim=-1)


class ReachingLoss(nn.Module):
    def __init__(self, weight=0.1):
        super().__init__()
        self.arm = PlanarArm()
        self.weight = weight

    def forward(self, q, goal):
        points = self.arm(q)
        reach = (points[:, -1] - goal).norm(dim=-1).mean()
        return reach + self.weight * q.square().mean(), points


def load():
    return torch.compile(ReachingLoss())


def cases():
    yield from build(load, lambda: (randn(2, 3).clamp(-1.5, 1.5), randn(2, 2)), "base grad nan")
    yield from build(load, lambda: (torch.tensor([[0.0, 3.0, 1.0], [0.5, 0.1, -2.5]]), randn(2, 2)), "base", tag="beyond-")

EXPECT = {'topic': 'robotics',
 'kind': 'check',
 'rewrites': [],
 'breaks': {23: 2, 24: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['compiled-exception-type'],
 'unsafe': ['close',
            'compiled-exception-type',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
