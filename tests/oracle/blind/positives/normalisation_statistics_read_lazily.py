"""A vision language action policy reads the statistics of its action space from a file at first use."""

import json
import os
import tempfile

import torch
from torch import nn

from fxkit import build, randn

STATS = {"mean": [0.1, -0.2, 0.3], "std": [1.0, 2.0, 0.5]}


class ActionUnnormalizer(nn.Module):
    """Maps normalised actions back to the units of the robot."""

    def __init__(self, stats_path):
        super().__init__()
        self.stats_path = stats_path
        self.stats = None

    def read_stats(self):
        with open(self.stats_path, encoding="utf-8") as fh:
            return json.load(fh)

    def forward(self, action):
        if self.stats is None:
            self.stats = self.read_stats()
        mean, std = (torch.tensor(self.stats[k]) for k in ("mean", "std"))
        return action * std + mean


class ActionExpert(nn.Module):
    def __init__(self, stats_path, dim=5):
        super().__init__()
        self.mlp = nn.Sequential(nn.Linear(dim, 6), nn.SiLU(), nn.Linear(6, 3))
        self.unnormalize = ActionUnnormalizer(stats_path)

    def forward(self, hidden):
        return self.unnormalize(self.mlp(hidden).clamp(-1, 1))


def load():
    path = os.path.join(tempfile.gettempdir(), "vla-stats-%d.json" % os.getuid())
    with open(path, "w", encoding="utf-8") as fh:
        json.dump(STATS, fh)
    return torch.compile(ActionExpert(path))


def cases():
    yield from build(load, lambda: (randn(4, 5),), "base grad nan")

EXPECT = {'topic': 'robotics',
 'kind': 'host',
 'rewrites': [],
 'breaks': {24: 2},
 'gb': ['GB0059'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
