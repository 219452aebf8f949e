"""A stochastic sampler adds noise only while the noise level lies in a band."""

import torch
from torch import nn

from fxkit import build, randn


class SamplerConfig:
    s_churn, s_tmin, s_tmax, s_noise = 0.4, 0.3, 2.0, 1.003


class HeunSampler(nn.Module):
    def __init__(self, config=SamplerConfig):
        super().__init__()
        self.config = config
        self.net = nn.Linear(3, 3)

    def derivative(self, x, sigma):
        return (x - self.net(x)) / sigma

    def forward(self, x, noise, sigma, sigma_next):
        c = self.config
        sigma_hat = sigma
        if sigma >= c.s_tmin and sigma <= c.s_tmax:
            sigma_hat = sigma * (1 + c.s_churn)
            x = x + noise * (sigma_hat ** 2 - sigma ** 2).sqrt() * c.s_noise
        d = self.derivative(x, sigma_hat)
        return x + d * (sigma_next - sigma_hat)


def load():
    return torch.compile(HeunSampler())


def cases():
    for tag, level in (("in-", 1.0), ("high-", 5.0), ("low-", 0.1), ("edge-", 2.0)):
        yield from build(load, lambda level=level: (randn(2, 3), randn(2, 3, seed=3), torch.tensor(level), torch.tensor(0.5 * level)),
                         "base nan" if tag == "in-" else "base", tag=tag)

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R2'],
 'breaks': {25: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
