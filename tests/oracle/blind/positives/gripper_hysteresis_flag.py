"""A manipulation policy drives a binary gripper; the command only changes beyond two thresholds."""

import torch
from torch import nn

from fxkit import build, randn


class GripperLatch:
    """Keeps the last command while the opening is between the thresholds."""

    def __init__(self, close_below=0.4, open_above=0.6):
        self.close_below = close_below
        self.open_above = open_above
        self.command = torch.ones(())

    def __call__(self, opening):
        if opening > self.open_above:
            self.command = torch.ones(())
        elif opening < self.close_below:
            self.command = -torch.ones(())
        return self.command


class ManipulationPolicy(nn.Module):
    def __init__(self, obs=5, dof=3):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(obs, 6), nn.SiLU())
        self.arm = nn.Linear(6, dof)
        self.gripper = nn.Linear(6, 1)
        self.latch = GripperLatch()

    @torch.no_grad()
    def forward(self, obs, bias):
        h = self.trunk(obs)
        delta = torch.tanh(self.arm(h)) * 0.05
        opening = torch.sigmoid(self.gripper(h).squeeze(-1) + bias)
        command = self.latch(opening)
        return torch.cat([delta, command[None]])


class Controller:
    def __init__(self):
        self.policy = torch.compile(ManipulationPolicy())
        self.steps = 0

    def act(self, obs, bias):
        self.steps += 1
        return self.policy(obs, bias / self.steps)


def load():
    return Controller().act


def cases():
    yield from build(load, lambda: (randn(5), torch.tensor(3.0)), "base nan")
    yield from build(load, lambda: (randn(5), torch.tensor(-3.0)), "base", tag="closing-")
    yield from build(load, lambda: (randn(5), torch.tensor(0.0)), "base", tag="held-")

EXPECT = {'topic': 'robotics',
 'kind': 'branches',
 'rewrites': [],
 'breaks': {18: 1, 20: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
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
