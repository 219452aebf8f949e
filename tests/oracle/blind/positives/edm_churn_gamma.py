"""Stochastic sampler of EDM: the noise level is raised only while it lies inside of an interval."""

import numpy as np
import torch
from torch import nn

from fxkit import build, randn


class Denoiser(nn.Module):
    def __init__(self, dim=4, sigma_data=0.5):
        super().__init__()
        self.net = nn.Linear(dim + 1, dim)
        self.sigma_data = sigma_data

    def forward(self, x, sigma):
        c_skip = self.sigma_data**2 / (sigma**2 + self.sigma_data**2)
        c_noise = (sigma.log() / 4).expand(x.shape[0], 1)
        return c_skip * x + (1 - c_skip) * self.net(torch.cat([x, c_noise], dim=-1))


class EDMSampler(nn.Module):
    def __init__(self, num_steps=4, sigma_min=0.02, sigma_max=8.0, rho=7):
        super().__init__()
        self.net = Denoiser()
        self.num_steps = num_steps
        self.S_churn, self.S_min, self.S_max, self.S_noise = 1.0, 0.1, 4.0, 1.003
        ramp = torch.linspace(0, 1, num_steps)
        t = (sigma_max ** (1 / rho) + ramp * (sigma_min ** (1 / rho) - sigma_max ** (1 / rho))) ** rho
        self.register_buffer("t_steps", torch.cat([t, torch.zeros(1)]))

    def forward(self, latents, noises):
        x_next = latents * self.t_steps[0]
        for i, (t_cur, t_next) in enumerate(zip(self.t_steps[:-1], self.t_steps[1:])):
            x_cur = x_next
            # Increase noise temporarily.
            gamma = min(self.S_churn / self.num_steps, np.sqrt(2) - 1) if self.S_min <= t_cur <= self.S_max else 0
            t_hat = t_cur + gamma * t_cur
            x_hat = x_cur + (t_hat**2 - t_cur**2).clamp(min=0).sqrt() * self.S_noise * noises[i]
            # Euler step.
            d_cur = (x_hat - self.net(x_hat, t_hat)) / t_hat
            x_next = x_hat + (t_next - t_hat) * d_cur
        return x_next


def load():
    return torch.compile(EDMSampler())


def cases():
    yield from build(load, lambda: (randn(2, 4), randn(4, 2, 4)), "base")
    with_grad = lambda: (randn(2, 4).requires_grad_(), randn(4, 2, 4))
    yield from build(load, with_grad, "base nograd", tag="trained-")

EXPECT = {'topic': 'diffusion',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {37: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
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
