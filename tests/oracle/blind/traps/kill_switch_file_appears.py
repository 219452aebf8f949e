"""A policy looks for the operator's stop file at every step; the file may appear while it runs."""

import os
import tempfile

import torch
from torch import nn

from fxkit import build, randn


def stop_file():
    return os.path.join(tempfile.gettempdir(), "graphmend-stop-%d" % os.getpid())


class SafePolicy(nn.Module):
    """Holds the arm still while the stop file is there."""

    def __init__(self, obs=4, act=2):
        super().__init__()
        self.mlp = nn.Sequential(nn.Linear(obs, 6), nn.Tanh(), nn.Linear(6, act))

    def forward(self, obs):
        action = self.mlp(obs)
        if os.path.exists(stop_file()):
            action = torch.zeros_like(action)
        return action.clamp(-1, 1)


class ControlLoop:
    def __init__(self):
        self.policy = torch.compile(SafePolicy())

    @torch.no_grad()
    def episode(self, obs):
        actions = [self.policy(obs)]
        with open(stop_file(), "w"):
            actions.append(self.policy(obs))
        os.remove(stop_file())
        actions.append(self.policy(obs))
        return torch.stack(actions)


def load():
    return ControlLoop().episode


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base big")

EXPECT = {'topic': 'robotics',
 'kind': 'host',
 'verdict': 'any correct rewrite',
 'obligations': ['R46', 'host state'],
 'breaks': {13: 1, 25: 1},
 'gb': ['GB0007'],
 'naive_differs_in': ['values'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
