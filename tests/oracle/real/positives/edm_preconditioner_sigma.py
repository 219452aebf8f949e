"""A preconditioned denoiser that reads its noise level as a Python number."""

import torch
from torch import nn

from fxkit import build, randn


class EDMPrecond(nn.Module):
    def __init__(self, channels=3, sigma_data=0.5):
        super().__init__()
        self.net = nn.Linear(channels + 1, channels)
        self.sigma_data = sigma_data

    def coefficients(self, sigma):
        total = sigma ** 2 + self.sigma_data ** 2
        c_skip = self.sigma_data ** 2 / total
        c_out = sigma * self.sigma_data / total ** 0.5
        c_in = 1 / total ** 0.5
        return c_skip, c_out, c_in

    def forward(self, x, sigmas, index: int):
        sigma = sigmas[index].item()
        c_skip, c_out, c_in = self.coefficients(sigma)
        level = torch.full_like(x[..., :1], 0.25 * index)
        out = self.net(torch.cat([x * c_in, level], dim=-1))
        return c_skip * x + c_out * out


def load():
    return torch.compile(EDMPrecond())


def cases():
    yield from build(load, lambda: (randn(4, 3), torch.tensor([4.0, 1.5, 0.25]), 1), "base grad big")
    yield from build(load, lambda: (randn(4, 3), torch.tensor([4.0, 1.5, 0.25]), 0), "base", tag="first-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R22'],
 'breaks': {23: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
