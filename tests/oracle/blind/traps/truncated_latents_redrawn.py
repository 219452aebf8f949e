"""Truncation trick of BigGAN: latents outside the truncation are drawn again until all of them are inside."""

import torch
from torch import nn

from fxkit import randn


class TruncatedGenerator(nn.Module):
    def __init__(self, dim=4, truncation=1.0, max_rounds=20):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, 6), nn.ReLU(), nn.Linear(6, 2))
        self.truncation = truncation
        self.max_rounds = max_rounds

    def redraw(self, z):
        rounds = 0
        outside = z.abs() > self.truncation
        while outside.any() and rounds < self.max_rounds:
            z = torch.where(outside, torch.randn_like(z), z)
            outside = z.abs() > self.truncation
            rounds += 1
        return z

    def forward(self, z, noise_std=0.1):
        z = self.redraw(z)
        out = self.net(z)
        return out + noise_std * torch.randn_like(out)


def gen(truncation, scale=1.0, **kw):
    def make():
        torch.manual_seed(11)
        return torch.compile(TruncatedGenerator(truncation=truncation, **kw)), (randn(3, 4) * scale,), {}

    return make


def cases():
    yield "usual", gen(1.0)
    yield "inside", gen(1.0, 0.01)
    yield "wide", gen(50.0)
    yield "capped", gen(0.2, 5.0, max_rounds=3)


EXPECT = {'topic': 'generative',
 'verdict': 'any correct rewrite',
 'obligations': ['O6'],
 'breaks': {19: 3},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['rng', 'values'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
