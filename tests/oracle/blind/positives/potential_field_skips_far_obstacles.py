"""Motion planning: an artificial potential field; obstacles outside of the influence radius are skipped."""

import torch
from torch import nn

from fxkit import build, randn


class PotentialField(nn.Module):
    def __init__(self, k_att=1.0, k_rep=0.5, influence=1.5):
        super().__init__()
        self.k_att, self.k_rep = k_att, k_rep
        self.influence = influence

    def repulsive(self, pos, obstacles):
        force = torch.zeros_like(pos)
        for obs in obstacles:
            diff = pos - obs
            dist = torch.norm(diff) + 1e-6
            if dist > self.influence:
                continue
            force = force + self.k_rep * (1.0 / dist - 1.0 / self.influence) / dist ** 2 * (diff / dist)
        return force

    def forward(self, pos, goal, obstacles):
        return self.k_att * (goal - pos) + self.repulsive(pos, obstacles)


class Planner(nn.Module):
    def __init__(self, step=0.1):
        super().__init__()
        self.field = PotentialField()
        self.correction = nn.Linear(4, 2)
        self.step = step

    def forward(self, pos, goal, obstacles):
        force = self.field(pos, goal, obstacles)
        force = force + 0.1 * torch.tanh(self.correction(torch.cat([pos, goal])))
        return pos + self.step * force / force.norm().clamp(min=1.0)


def load():
    return torch.compile(Planner())


def cases():
    yield from build(load, lambda: (0.5 * randn(2), 3 * randn(2, seed=2), 0.7 * randn(4, 2)), "base grad nan")
    yield from build(load, lambda: (randn(2), randn(2, seed=2), 9 + randn(4, 2)), "base grad", tag="far-")
    yield from build(load, lambda: (torch.zeros(2), randn(2), torch.tensor([[0.5, 0.0], [4.0, 4.0]])), "base", tag="two-")

EXPECT = {'topic': 'robotics',
 'kind': 'loops',
 'rewrites': [],
 'breaks': {20: 4},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
