"""A learned kinematic chain is kept away from singular poses by the manipulability of its Jacobian."""

import torch
from torch import nn

from fxkit import build, randn


class PlanarArm(nn.Module):
    def __init__(self, links=3):
        super().__init__()
        self.lengths = nn.Parameter(torch.linspace(1.0, 0.5, links))

    def end_effector(self, q):
        angle = q.cumsum(dim=-1)
        return torch.stack([(self.lengths * angle.cos()).sum(), (self.lengths * angle.sin()).sum()])


class ResolvedRateController(nn.Module):
    def __init__(self, damping=0.1, gain=0.5):
        super().__init__()
        self.arm = PlanarArm()
        self.damping, self.gain = damping, gain

    def forward(self, q, goal):
        """q: (links,), goal: (2,)"""
        J = torch.autograd.functional.jacobian(self.arm.end_effector, q)
        JJt = J @ J.t()
        manipulability = torch.det(JJt).clamp(min=0).sqrt()
        error = goal - self.arm.end_effector(q)
        dq = J.t() @ torch.linalg.solve(JJt + self.damping * torch.eye(2), error)
        return q + self.gain * dq, manipulability


def load():
    return torch.compile(ResolvedRateController())


def cases():
    yield from build(load, lambda: (randn(3), randn(2)), "base zero big")

EXPECT = {'topic': 'robotics',
 'kind': 'autograd',
 'rewrites': [],
 'breaks': {27: 1},
 'gb': ['GB0055'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
