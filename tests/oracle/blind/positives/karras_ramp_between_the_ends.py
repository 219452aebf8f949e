"""Sampler that spaces its noise levels as Karras et al. do, between the ends of the schedule that it was given."""

import torch
from torch import nn

from fxkit import build, rand, randn


class KarrasSampler(nn.Module):
    def __init__(self, dim=4, rho=7.0, num_steps=4):
        super().__init__()
        self.rho, self.num_steps = rho, num_steps
        self.net = nn.Linear(dim + 1, dim)

    def convert_to_karras(self, in_sigmas):
        sigma_min = in_sigmas[-1].item()
        sigma_max = in_sigmas[0].item()
        ramp = torch.linspace(0, 1, self.num_steps)
        min_inv_rho = sigma_min ** (1 / self.rho)
        max_inv_rho = sigma_max ** (1 / self.rho)
        return (max_inv_rho + ramp * (min_inv_rho - max_inv_rho)) ** self.rho

    def denoise(self, x, sigma):
        c_in = 1 / (sigma ** 2 + 0.25) ** 0.5
        return self.net(torch.cat([c_in * x, sigma.log().expand(x.shape[0], 1) / 4], dim=-1))

    def forward(self, x, in_sigmas):
        sigmas = torch.cat([self.convert_to_karras(in_sigmas), torch.zeros(1)])
        x = x * sigmas[0]
        for i in range(self.num_steps):
            d = (x - self.denoise(x, sigmas[i])) / sigmas[i]
            x = x + d * (sigmas[i + 1] - sigmas[i])
        return x


def load():
    return torch.compile(KarrasSampler())


def cases():
    yield from build(load, lambda: (randn(3, 4), torch.tensor([10.0, 4.0, 1.0, 0.1])), "base grad")
    yield from build(load, lambda: (randn(3, 4), rand(5).sort(descending=True).values + 0.02), "base", tag="short-")

EXPECT = {'topic': 'diffusion',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {16: 3, 17: 3},
 'gb': ['GB0124'],
 'skips': 0,
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
