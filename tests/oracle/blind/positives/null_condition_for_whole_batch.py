"""Text-conditioned denoiser: with some probability the whole batch is trained without its condition (CFG dropout)."""

import torch
from torch import nn

from fxkit import build, rand, randn


def timestep_features(t, dim=4):
    freqs = torch.exp(-torch.arange(dim // 2) * 2.0)
    ang = t[:, None] * freqs[None]
    return torch.cat([ang.sin(), ang.cos()], -1)


class ConditionedDenoiser(nn.Module):
    def __init__(self, dim=4, drop=0.5):
        super().__init__()
        self.null = nn.Parameter(torch.zeros(dim))
        self.time = nn.Linear(dim, dim)
        self.net = nn.Sequential(nn.Linear(2 * dim, 8), nn.SiLU(), nn.Linear(8, dim))
        self.drop = drop

    def maybe_drop(self, cond):
        if self.training and torch.rand(1).item() < self.drop:
            cond = self.null.expand_as(cond)
        return cond

    def forward(self, x0, cond, t):
        noise = torch.randn_like(x0)
        sigma = t[:, None]
        noisy = (1 - sigma) * x0 + sigma * noise
        cond = self.maybe_drop(cond)
        h = self.time(timestep_features(t)) + cond
        pred = self.net(torch.cat([noisy, h], -1))
        return ((pred - (noise - x0)) ** 2).mean(-1)


def cases():
    args = lambda: (randn(3, 4), randn(3, 4, seed=2), rand(3))
    yield from build(lambda: torch.compile(ConditionedDenoiser()), args, "base", tag="half-")
    yield from build(lambda: torch.compile(ConditionedDenoiser(drop=0.0)), args, "base", tag="never-")
    yield from build(lambda: torch.compile(ConditionedDenoiser(drop=1.0)), args, "base", tag="always-")
    yield from build(lambda: torch.compile(ConditionedDenoiser().eval()), args, "base", tag="eval-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R1', 'R24'],
 'breaks': {24: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
