"""Legged locomotion: every environment whose push timer has run out gets a random velocity and a new timer."""

import torch
from torch import nn

from fxkit import build, randn


class PushRobots(nn.Module):
    def __init__(self, num_envs=6, interval=3, max_vel=0.5):
        super().__init__()
        self.interval = interval
        self.max_vel = max_vel
        self.register_buffer("timer", torch.arange(num_envs) % interval)
        self.register_buffer("pushes", torch.zeros(num_envs, dtype=torch.long))

    def forward(self, root_states, directions):
        self.timer += 1
        env_ids = (self.timer % self.interval == 0).nonzero(as_tuple=False).flatten()
        if len(env_ids) == 0:
            return root_states
        root_states = root_states.clone()
        root_states[env_ids, 7:9] = self.max_vel * directions[env_ids].tanh()
        self.pushes[env_ids] += 1
        return root_states


class LeggedEnv(nn.Module):
    def __init__(self, num_envs=6, dt=0.02, interval=3):
        super().__init__()
        self.dt = dt
        self.pusher = PushRobots(num_envs, interval)

    def forward(self, root_states, directions):
        root_states = self.pusher(root_states, directions)
        position = root_states[:, :3] + self.dt * root_states[:, 7:10]
        height = position[:, 2:]
        return torch.cat([position, root_states[:, 3:]], dim=1), (height > 0.2).float().mean()


def load():
    return torch.compile(LeggedEnv())


def load_slow():
    return torch.compile(LeggedEnv(interval=50))


def cases():
    yield from build(load, lambda: (randn(6, 13), randn(6, 2)), "base nan")
    yield from build(load_slow, lambda: (randn(6, 13), randn(6, 2)), "base", tag="slow-")

EXPECT = {'topic': 'robotics',
 'kind': 'selection',
 'rewrites': [],
 'breaks': {19: 2},
 'gb': ['GB0036'],
 'skips': 0,
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
