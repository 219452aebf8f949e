"""Stochastic sampler of EDM: noise is churned inside a window of sigmas."""

import numpy as np
import torch
import torch.nn as nn

from fxkit import build, randn


class Denoiser(nn.Module):
    def __init__(self, dim=4, sigma_data=0.5):
        super().__init__()
        self.net = nn.Linear(dim, dim).double()
        self.sigma_data = sigma_data

    def forward(self, x, sigma):
        c_skip = self.sigma_data**2 / (sigma**2 + self.sigma_data**2)
        c_out = sigma * self.sigma_data / (sigma**2 + self.sigma_data**2).sqrt()
        return c_skip * x + c_out * self.net(x)


class EDMSampler(nn.Module):
    def __init__(self, num_steps=4, S_churn=2.0, S_min=0.05, S_max=1.0, S_noise=1.003):
        super().__init__()
        self.denoise = Denoiser()
        self.num_steps = num_steps
        self.S_churn, self.S_min, self.S_max, self.S_noise = S_churn, S_min, S_max, S_noise

    def forward(self, latents, t_steps, noises):
        x_next = latents.to(torch.float64) * t_steps[0]
        for i in range(self.num_steps):
            t_cur, t_next = t_steps[i], t_steps[i + 1]
            x_cur = x_next
            gamma = min(self.S_churn / self.num_steps, np.sqrt(2) - 1) if self.S_min <= t_cur <= self.S_max else 0
            t_hat = t_cur + gamma * t_cur
            x_hat = x_cur + (t_hat**2 - t_cur**2).sqrt() * self.S_noise * noises[i]
            d_cur = (x_hat - self.denoise(x_hat, t_hat)) / t_hat
            x_next = x_hat + (t_next - t_hat) * d_cur
            if i < self.num_steps - 1:
                d_prime = (x_next - self.denoise(x_next, t_next)) / t_next
                x_next = x_hat + (t_next - t_hat) * (0.5 * d_cur + 0.5 * d_prime)
        return x_next


def load():
    return torch.no_grad()(torch.compile(EDMSampler()))


def data():
    return randn(2, 4), torch.tensor([2.0, 0.9, 0.2, 0.01, 0.0], dtype=torch.float64), randn(4, 2, 4).double()


def cases():
    yield from build(load, data, "base neg")
    yield from build(load, lambda: (randn(2, 4), torch.tensor([0.8, 0.5, 0.3, 0.1, 0.0], dtype=torch.float64), randn(4, 2, 4).double()), "base", tag="inside-")


EXPECT = {'topic': 'diffusion',
 'rewrites': ['R1', 'R5'],
 'breaks': {34: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 7,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
