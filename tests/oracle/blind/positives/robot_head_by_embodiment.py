"""Cross-embodiment policy: every batch comes from one robot, whose head decodes the shared latent."""

import torch
from torch import nn

from fxkit import build, randn


class MultiRobotPolicy(nn.Module):
    def __init__(self, obs_dim=6, hidden=8, act_dim=3, robots=("widowx", "franka", "ur5")):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(obs_dim, hidden), nn.GELU())
        self.robots = list(robots)
        self.heads = nn.ModuleDict({name: nn.Linear(hidden, act_dim) for name in robots})

    def decode(self, latent, embodiment):
        name = self.robots[int(embodiment[0])]
        return torch.tanh(self.heads[name](latent))

    def forward(self, obs, embodiment, action=None):
        latent = self.trunk(obs)
        pred = self.decode(latent, embodiment)
        if action is None:
            return pred
        return (pred - action).pow(2).mean()


def load():
    return torch.compile(MultiRobotPolicy())


def cases():
    for robot in (0, 2):
        yield from build(load, lambda robot=robot: (randn(4, 6), torch.full((4,), robot), randn(4, 3)), "base grad", tag=f"r{robot}-")
    yield from build(load, lambda: (randn(2, 6), torch.ones(2, dtype=torch.long)), "base", tag="act-")


EXPECT = {'topic': 'multitask',
 'rewrites': [],
 'breaks': {17: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite', 'finite-grad', 'grad-none-zero']}
