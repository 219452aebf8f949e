"""Consistency-model sampler step: the noise level is looked up in a Python list by an index tensor."""

import torch
from torch import nn

from fxkit import build, randn


class ConsistencySampler(nn.Module):
    """Boundary-conditioned denoiser f(x, sigma) = c_skip x + c_out F(x)."""

    def __init__(self, dim=4, sigma_min=0.002, sigma_max=8.0, steps=5, rho=7.0, sigma_data=0.5):
        super().__init__()
        ramp = torch.linspace(0, 1, steps)
        inv = sigma_max ** (1 / rho) + ramp * (sigma_min ** (1 / rho) - sigma_max ** (1 / rho))
        self.sigmas = (inv ** rho).tolist() + [0.0]
        self.sigma_min = sigma_min
        self.sigma_data = sigma_data
        self.net = nn.Sequential(nn.Linear(dim + 1, 6), nn.SiLU(), nn.Linear(6, dim))

    def scalings(self, sigma):
        d2 = self.sigma_data ** 2
        c_skip = d2 / ((sigma - self.sigma_min) ** 2 + d2)
        c_out = (sigma - self.sigma_min) * self.sigma_data / (sigma ** 2 + d2) ** 0.5
        return c_skip, c_out

    def denoise(self, x, sigma):
        c_skip, c_out = self.scalings(sigma)
        cond = torch.full_like(x[..., :1], 1.0) * sigma
        return c_skip * x + c_out * self.net(torch.cat([x, cond], -1))

    def forward(self, x, index):
        i = index.item()
        sigma, sigma_next = self.sigmas[i], self.sigmas[i + 1]
        denoised = self.denoise(x, sigma)
        noise = torch.randn_like(x)
        return denoised + noise * max(sigma_next ** 2 - self.sigma_min ** 2, 0.0) ** 0.5, denoised


def cases():
    make = lambda: torch.compile(ConsistencySampler())
    yield from build(make, lambda: (randn(2, 4), torch.tensor(0)), "base grad", tag="first-")
    yield from build(make, lambda: (randn(2, 4), torch.tensor(2)), "base nan", tag="middle-")
    yield from build(make, lambda: (randn(2, 4), torch.tensor(4)), "base", tag="last-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R38', 'R26'],
 'breaks': {33: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
