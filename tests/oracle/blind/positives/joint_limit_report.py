"""Differentiable joint limit penalty that reports how many joints left their range."""

from dataclasses import dataclass, field
from typing import List

import torch

from fxkit import randn, sweep


@dataclass
class ArmConfig:
    lower: List[float] = field(default_factory=lambda: [-1.0, -0.5, -1.5])
    upper: List[float] = field(default_factory=lambda: [1.0, 0.5, 1.5])
    link_lengths: List[float] = field(default_factory=lambda: [0.5, 0.4, 0.2])
    weight: float = 10.0


ARM = ArmConfig()


def forward_kinematics(q):
    angles = q.cumsum(dim=-1)
    lengths = torch.tensor(ARM.link_lengths, dtype=q.dtype)
    return torch.stack([(lengths * angles.cos()).sum(-1), (lengths * angles.sin()).sum(-1)], dim=-1)


def limit_penalty(q):
    lower = torch.tensor(ARM.lower, dtype=q.dtype)
    upper = torch.tensor(ARM.upper, dtype=q.dtype)
    excess = torch.relu(q - upper) + torch.relu(lower - q)
    violations = (excess > 0).sum()
    if violations > 0:
        print("joint limits violated")
    return ARM.weight * excess.pow(2).sum(dim=-1)


@torch.compile
def reaching_cost(q, goal):
    tip = forward_kinematics(q)
    reach = (tip - goal).pow(2).sum(dim=-1)
    smooth = (q[1:] - q[:-1]).pow(2).sum()
    return (reach + limit_penalty(q)).mean() + 0.1 * smooth


def cases():
    yield from sweep(reaching_cost, lambda: (randn(4, 3), randn(4, 2)), "base grad small zero nan f64")


EXPECT = {'topic': 'robotics',
 'kind': 'print_violations',
 'rewrites': [],
 'breaks': {33: 1, 34: 1},
 'gb': ['GB0059', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent']}
