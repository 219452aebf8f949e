"""Heun sampler of k-diffusion: the last step is Euler; churn where sigma lies in the given range."""

import torch
import torch.nn as nn

from fxkit import build, randn


class Denoiser(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.net = nn.Linear(dim, dim)

    def forward(self, x, sigma):
        return self.net(x / (1 + sigma**2).sqrt())


def to_d(x, sigma, denoised):
    return (x - denoised) / sigma


class HeunSampler(nn.Module):
    def __init__(self, s_churn=1.0, s_tmin=0.5, s_tmax=5.0):
        super().__init__()
        self.model = Denoiser()
        self.s_churn, self.s_tmin, self.s_tmax = s_churn, s_tmin, s_tmax

    @torch.no_grad()
    def forward(self, x, sigmas):
        n = len(sigmas) - 1
        for i in range(n):
            gamma = min(self.s_churn / n, 2**0.5 - 1) if self.s_tmin <= sigmas[i] <= self.s_tmax else 0.0
            eps = torch.randn_like(x)
            sigma_hat = sigmas[i] * (gamma + 1)
            if gamma > 0:
                x = x + eps * (sigma_hat**2 - sigmas[i] ** 2) ** 0.5
            d = to_d(x, sigma_hat, self.model(x, sigma_hat))
            dt = sigmas[i + 1] - sigma_hat
            if sigmas[i + 1] == 0:
                x = x + d * dt
            else:
                x_2 = x + d * dt
                d_2 = to_d(x_2, sigmas[i + 1], self.model(x_2, sigmas[i + 1]))
                x = x + (d + d_2) / 2 * dt
        return x


def make_sampler():
    return torch.compile(HeunSampler())


def cases():
    yield from build(make_sampler, lambda: (randn(2, 3), torch.tensor([4.0, 1.0, 0.2, 0.0])), "base nan")
    yield from build(make_sampler, lambda: (randn(2, 3), torch.tensor([9.0, 2.0, 0.6, 0.3])), "base", tag="partial-")

EXPECT = {'topic': 'diffusion',
 'rewrites': [],
 'breaks': {32: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 12,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'fresh-result']}
