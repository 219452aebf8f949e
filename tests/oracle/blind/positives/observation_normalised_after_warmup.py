"""Observations are left alone until enough of them were counted, then normalised by running moments."""

import torch
from torch import nn

from fxkit import build, randn


class RunningMeanStd(nn.Module):
    def __init__(self, dim, warmup=8, clip=5.0):
        super().__init__()
        self.warmup, self.clip = warmup, clip
        self.register_buffer("count", torch.zeros(()))
        self.register_buffer("mean", torch.zeros(dim))
        self.register_buffer("m2", torch.zeros(dim))

    @torch.no_grad()
    def observe(self, obs):
        """Welford's update with a whole batch."""
        n = obs.shape[0]
        delta = obs.mean(dim=0) - self.mean
        total = self.count + n
        self.m2.add_(obs.var(dim=0, unbiased=False) * n + delta.square() * self.count * n / total)
        self.mean.add_(delta * n / total)
        self.count.add_(n)

    def forward(self, obs):
        if self.count < self.warmup:
            return obs
        std = (self.m2 / self.count).sqrt() + 1e-6
        return ((obs - self.mean) / std).clamp(-self.clip, self.clip)


class Critic(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.rms = RunningMeanStd(dim)
        self.value = nn.Linear(dim, 1)

    def forward(self, obs):
        if self.training:
            self.rms.observe(obs)
        return self.value(self.rms(obs)).squeeze(-1)


def load():
    return torch.compile(Critic())


def cases():
    yield from build(load, lambda: (randn(5, 3),), "base grad big nan")
    yield from build(lambda: load().eval(), lambda: (randn(5, 3),), "base", tag="eval-")

EXPECT = {'topic': 'rl',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {28: 3},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
