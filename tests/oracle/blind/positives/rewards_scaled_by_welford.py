"""Rewards are scaled by their running standard deviation, which is one until there are two batches."""

import torch
import torch.nn as nn

from fxkit import build, randn


class RunningStd(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("count", torch.zeros(()))
        self.register_buffer("mean", torch.zeros(()))
        self.register_buffer("m2", torch.zeros(()))

    def update(self, x):
        self.count += 1
        delta = x.mean() - self.mean
        self.mean += delta / self.count
        self.m2 += delta * (x.mean() - self.mean)

    @property
    def std(self):
        if self.count > 1:
            return torch.sqrt(self.m2 / (self.count - 1))
        return torch.ones_like(self.m2)


class ValueLoss(nn.Module):
    def __init__(self, obs=4):
        super().__init__()
        self.value = nn.Linear(obs, 1)
        self.running = RunningStd()

    def forward(self, obs, rewards):
        with torch.no_grad():
            self.running.update(rewards)
        target = rewards / (self.running.std + 1e-6)
        return (self.value(obs).squeeze(-1) - target).pow(2).mean()


def load():
    return torch.compile(ValueLoss())


def cases():
    yield from build(load, lambda: (randn(5, 4), randn(5)), "base grad nan")

EXPECT = {'topic': 'reinforcement learning',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {24: 2},
 'gb': ['GB0170'],
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
