"""Deterministic Heun sampler: the last step, towards zero noise, is a plain Euler step."""

import torch
from torch import nn

from fxkit import build, randn


class Denoiser(nn.Module):
    def __init__(self, channels=2, sigma_data=0.5):
        super().__init__()
        self.net = nn.Conv2d(channels, channels, 3, padding=1)
        self.sigma_data = sigma_data

    def forward(self, x, sigma):
        c_skip = self.sigma_data**2 / (sigma**2 + self.sigma_data**2)
        c_out = sigma * self.sigma_data / (sigma**2 + self.sigma_data**2).sqrt()
        return c_skip * x + c_out * self.net(x / (sigma**2 + self.sigma_data**2).sqrt())


class HeunSampler:
    def __init__(self, denoiser, steps=3, sigma_max=8.0, rho=7.0):
        self.denoiser = denoiser
        ramp = torch.linspace(0, 1, steps)
        sigmas = (sigma_max ** (1 / rho) + ramp * (0.05 ** (1 / rho) - sigma_max ** (1 / rho))) ** rho
        self.sigmas = torch.cat([sigmas, torch.zeros(1)])
        self.step = torch.compile(self._step)

    def _step(self, x, sigma, sigma_next):
        d = (x - self.denoiser(x, sigma)) / sigma
        dt = sigma_next - sigma
        x_next = x + d * dt
        if sigma_next > 0:
            d_next = (x_next - self.denoiser(x_next, sigma_next)) / sigma_next
            x_next = x + dt * 0.5 * (d + d_next)
        return x_next

    @torch.no_grad()
    def sample(self, noise):
        x = noise * self.sigmas[0]
        for i in range(len(self.sigmas) - 1):
            x = self.step(x, self.sigmas[i], self.sigmas[i + 1])
        return x


def load():
    return HeunSampler(Denoiser()).sample


def cases():
    yield from build(load, lambda: (randn(1, 2, 4, 4),), "base zero big nan")

EXPECT = {'rewrites': [],
 'topic': 'diffusion',
 'kind': 'branch',
 'breaks': {33: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
