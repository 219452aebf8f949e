"""Euler ancestral sampler: noise is drawn only while the next sigma is positive."""

import torch
import torch.nn as nn

from fxkit import build, randn


def get_ancestral_step(sigma_from, sigma_to, eta=1.0):
    var = sigma_to**2 * (sigma_from**2 - sigma_to**2) / sigma_from**2
    sigma_up = torch.minimum(sigma_to, eta * var.clamp(min=0).sqrt())
    return (sigma_to**2 - sigma_up**2).clamp(min=0).sqrt(), sigma_up


class AncestralSampler(nn.Module):
    def __init__(self, dim=3, s_noise=1.0):
        super().__init__()
        self.net = nn.Linear(dim, dim)
        self.s_noise = s_noise

    @torch.no_grad()
    def forward(self, x, sigmas):
        for i in range(len(sigmas) - 1):
            sigma_down, sigma_up = get_ancestral_step(sigmas[i], sigmas[i + 1])
            d = (x - self.net(x)) / sigmas[i]
            x = x + d * (sigma_down - sigmas[i])
            if sigmas[i + 1] > 0:
                x = x + torch.randn_like(x) * self.s_noise * sigma_up
        return x


def make_sampler():
    return torch.compile(AncestralSampler())


def cases():
    yield from build(make_sampler, lambda: (randn(2, 3), torch.tensor([4.0, 1.0, 0.0])), "base")
    yield from build(make_sampler, lambda: (randn(2, 3), torch.tensor([4.0, 1.0, 0.5])), "base", tag="open-")

EXPECT = {'topic': 'diffusion',
 'verdict': 'decline',
 'obligations': [],
 'breaks': {27: 2},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['rng', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history',
            'compiled-exception-type']}
