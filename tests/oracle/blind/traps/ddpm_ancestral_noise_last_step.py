"""Ancestral sampling step of a DDPM: no noise is added at the last timestep."""

import torch
from torch import nn

from fxkit import build, randn


class GaussianDiffusion(nn.Module):
    def __init__(self, timesteps=8, dim=4):
        super().__init__()
        betas = torch.linspace(1e-2, 0.3, timesteps)
        alphas_bar = torch.cumprod(1.0 - betas, 0)
        self.register_buffer("betas", betas)
        self.register_buffer("sqrt_recip_alphas", torch.rsqrt(1.0 - betas))
        self.register_buffer("sqrt_one_minus_bar", torch.sqrt(1.0 - alphas_bar))
        prev = torch.cat([torch.ones(1), alphas_bar[:-1]])
        self.register_buffer("posterior_variance", betas * (1.0 - prev) / (1.0 - alphas_bar))
        self.net = nn.Linear(dim, dim)

    @torch.no_grad()
    def p_sample(self, x, t):
        eps = self.net(x)
        model_mean = self.sqrt_recip_alphas[t] * (x - self.betas[t] / self.sqrt_one_minus_bar[t] * eps)
        if t[0] == 0:
            return model_mean
        noise = torch.randn_like(x)
        return model_mean + torch.sqrt(self.posterior_variance[t]) * noise


def load():
    return torch.compile(GaussianDiffusion().p_sample)


def cases():
    for step in (5, 0):
        yield from build(load, lambda step=step: (randn(3, 4), torch.full((1,), step)), "base", tag=f"t{step}-")


EXPECT = {'topic': 'diffusion',
 'verdict': 'decline',
 'obligations': [],
 'breaks': {25: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['rng'],
 'unsafe': []}
