"""A motion planner adds a collision cost when any link of the arm is closer to the obstacle than its radius."""

import torch
from torch import nn

from fxkit import build, randn


class PlanarArm(nn.Module):
    def __init__(self, lengths=(1.0, 0.8, 0.5)):
        super().__init__()
        self.register_buffer("lengths", torch.tensor(lengths))

    def forward(self, q):
        angles = q.cumsum(dim=-1)
        steps = torch.stack([angles.cos(), angles.sin()], dim=-1) * self.lengths[:, None]
        return steps.cumsum(dim=-2)


class CollisionCost(nn.Module):
    def __init__(self, radii=(0.2, 0.15, 0.1), weight=10.0):
        super().__init__()
        self.radii = radii
        self.weight = weight

    def in_collision(self, distances):
        return any(d < r for d, r in zip(distances, self.radii))

    def forward(self, links, obstacle):
        distances = (links - obstacle).norm(dim=-1)
        cost = (-distances).exp().sum()
        if self.in_collision(distances):
            cost = cost + self.weight
        return cost


class Planner(nn.Module):
    def __init__(self):
        super().__init__()
        self.arm = PlanarArm()
        self.collision = CollisionCost()

    def forward(self, q, goal, obstacle):
        links = self.arm(q)
        reach = (links[-1] - goal).square().sum()
        return reach + self.collision(links, obstacle), links


def load():
    return torch.compile(Planner())


def cases():
    yield from build(load, lambda: (randn(3), randn(2), torch.tensor([4.0, 4.0])), "base grad nan")
    yield from build(load, lambda: (torch.zeros(3), randn(2), torch.tensor([1.8, 0.05])), "base grad", tag="hit-")

EXPECT = {'topic': 'robotics',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {27: 3},
 'gb': ['GB0170', 'GB8335'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
