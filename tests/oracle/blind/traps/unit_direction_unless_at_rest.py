"""A navigation policy normalises its command, unless the robot is told to stand still."""

import torch
from torch import nn

from fxkit import build, randn


class CommandEncoder(nn.Module):
    """command: (3,), zero where the robot shall stand."""

    def __init__(self, dim=4):
        super().__init__()
        self.lin = nn.Linear(4, dim)

    def forward(self, command):
        speed = command.norm()
        direction = command
        if speed > 0:
            direction = command / speed
        return torch.tanh(self.lin(torch.cat([direction, speed[None]])))


class NavigationPolicy(nn.Module):
    def __init__(self, obs=5, dim=4, actions=2):
        super().__init__()
        self.encode_command = CommandEncoder(dim)
        self.encode_obs = nn.Linear(obs, dim)
        self.head = nn.Linear(dim, actions)

    def forward(self, command, obs):
        return self.head(self.encode_obs(obs) * self.encode_command(command))


def load():
    return torch.compile(NavigationPolicy())


def cases():
    yield from build(load, lambda: (randn(3), randn(5)), "base grad zero+grad")

EXPECT = {'topic': 'robotics',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['O11', 'gradients that become NaN'],
 'breaks': {19: 2},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
