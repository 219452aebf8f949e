"""Sampler of a small diffusion policy; sinusoidal tables are computed once per distinct noise level and shared."""

import math

import torch
from torch import nn

from fxkit import randn


class CachedTimeEmbedding:
    def __init__(self, dim=4, limit=2):
        self.dim = dim
        self.limit = limit
        self.cache = {}
        self.misses = 0

    def table(self, sigma):
        half = self.dim // 2
        freq = torch.exp(-math.log(100.0) * torch.arange(half) / half)
        arg = sigma * freq
        return torch.cat([arg.sin(), arg.cos()])

    def __call__(self, sigma):
        key = round(float(sigma), 4)
        if key not in self.cache:
            self.misses += 1
            if len(self.cache) >= self.limit:
                self.cache.pop(next(iter(self.cache)))
            self.cache[key] = self.table(sigma)
        return self.cache[key]


class PolicySampler(nn.Module):
    def __init__(self, act=3):
        super().__init__()
        self.embed = CachedTimeEmbedding()
        self.net = nn.Linear(act + 4, act)

    @torch.no_grad()
    def forward(self, action, sigmas):
        for s in sigmas:
            eps = self.net(torch.cat([action, self.embed(s)]))
            action = action - 0.3 * s * eps
        return action, self.embed.misses


def run(*sigmas):
    def make():
        torch.manual_seed(7)
        return torch.compile(PolicySampler()), (randn(3), torch.tensor(sigmas)), {}

    return make


def cases():
    yield "distinct", run(1.0, 0.5)
    yield "repeated", run(0.7, 0.7)
    yield "evicts", run(1.0, 0.6, 0.3)
    yield "nearly-equal", run(0.5, 0.50001)


EXPECT = {'topic': 'robot learning',
 'verdict': 'decline',
 'obligations': ['O8'],
 'breaks': {25: 3},
 'gb': ['GB0124', 'GB7000'],
 'naive_differs_in': ['state', 'value'],
 'unsafe': ['close', 'number-tensor', 'requires-grad']}
