"""A diffusion vocoder looks up the discrete step of a continuous noise level by bisection."""

import bisect

import torch
import torch.nn as nn

from fxkit import build, randn


class NoiseSchedule:
    def __init__(self, steps=10, beta_min=1e-4, beta_max=0.05):
        betas = torch.linspace(beta_min, beta_max, steps, dtype=torch.float64)
        self.levels = (1.0 - torch.cumprod(1.0 - betas, dim=0)).sqrt().tolist()

    def index(self, sigma):
        """first step whose noise is not below sigma"""
        i = bisect.bisect_left(self.levels, sigma)
        return min(i, len(self.levels) - 1)


class WaveGradDenoiser(nn.Module):
    def __init__(self, channels=3, dim=6, steps=10):
        super().__init__()
        self.schedule = NoiseSchedule(steps)
        self.step_embedding = nn.Embedding(steps, dim)
        self.film = nn.Linear(dim, 2 * channels)
        self.conv = nn.Conv1d(channels, channels, 3, padding=1)
        self.out = nn.Conv1d(channels, channels, 1)

    def forward(self, audio, noise_level):
        steps = torch.tensor([self.schedule.index(s) for s in noise_level.tolist()])
        scale, shift = self.film(self.step_embedding(steps)).chunk(2, dim=-1)
        h = nn.functional.leaky_relu(self.conv(audio), 0.2)
        h = h * (1 + scale.unsqueeze(-1)) + shift.unsqueeze(-1)
        return audio - noise_level.view(-1, 1, 1) * self.out(h)


def load():
    return torch.compile(WaveGradDenoiser())


def cases():
    yield from build(load, lambda: (randn(3, 3, 8), torch.tensor([0.03, 0.2, 0.41])), "base grad")
    yield from build(load, lambda: (randn(2, 3, 8), torch.tensor([0.0, 3.0])), "base", tag="outside-")
    yield from build(load, lambda: (randn(1, 3, 8), torch.tensor([0.3])), "base", tag="one-")

EXPECT = {'topic': 'speech',
 'kind': 'host library',
 'rewrites': [],
 'breaks': {18: 4, 32: 4},
 'gb': ['GB0007', 'GB0109', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
