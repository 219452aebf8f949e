"""A denoising schedule reads its first level as a number and rolls the buffer on before the number is used."""

import torch
from torch import nn

from fxkit import build, randn


class RollingSchedule(nn.Module):
    def __init__(self, levels=(1.0, 0.6, 0.3, 0.1)):
        super().__init__()
        self.register_buffer("sigmas", torch.tensor(levels))

    def advance(self):
        sigma = self.sigmas[0].item()
        self.sigmas.copy_(self.sigmas.roll(-1))
        following = self.sigmas[0].item()
        return sigma, following


class Denoiser(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, 8), nn.SiLU(), nn.Linear(8, dim))

    def forward(self, x, sigma):
        return self.net(x / (1 + sigma**2) ** 0.5)


class LangevinStep(nn.Module):
    def __init__(self):
        super().__init__()
        self.schedule = RollingSchedule()
        self.denoiser = Denoiser()
        self.applied = []

    @torch.no_grad()
    def forward(self, x):
        sigma, following = self.schedule.advance()
        derivative = (x - self.denoiser(x, sigma)) / sigma
        self.applied.append(sigma)
        return x + derivative * (following - sigma)


class Sampler:
    def __init__(self):
        self.module = LangevinStep()
        self.step = torch.compile(self.module)

    def sample(self, x):
        return self.step(x), [f"{s:.2f}" for s in self.module.applied]


def load():
    return Sampler().sample


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base nan")

EXPECT = {'topic': 'diffusion',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['a view of a buffer that is written later', 'arithmetic in double'],
 'breaks': {15: 1, 17: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values', 'aliasing'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
