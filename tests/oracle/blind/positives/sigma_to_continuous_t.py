"""The continuous time step of a noise level, interpolated between the logarithms of the trained ones."""

import torch
from torch import nn

from fxkit import build, randn


class DiscreteSchedule(nn.Module):
    def __init__(self, steps=8):
        super().__init__()
        self.register_buffer("log_sigmas", torch.linspace(-3.0, 2.0, steps))

    def sigma_to_t(self, sigma):
        log_sigma = sigma.log()
        dists = log_sigma - self.log_sigmas
        low = dists.ge(0).cumsum(dim=0).argmax().clamp(max=self.log_sigmas.shape[0] - 2).item()
        high = low + 1
        w = (self.log_sigmas[low] - log_sigma) / (self.log_sigmas[low] - self.log_sigmas[high])
        w = w.clamp(0, 1)
        return (1 - w) * low + w * high


class DiscreteEpsDenoiser(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.schedule = DiscreteSchedule()
        self.time = nn.Linear(2, dim)
        self.net = nn.Linear(dim, dim)

    def forward(self, x, sigma):
        t = self.schedule.sigma_to_t(sigma)
        emb = self.time(torch.stack([torch.sin(t), torch.cos(t)]))
        eps = self.net(torch.relu(x / (sigma**2 + 1).sqrt() + emb))
        return x - eps * sigma, t


def load():
    return torch.compile(DiscreteEpsDenoiser())


def cases():
    for name, s in (("low-", 0.01), ("middle-", 0.9), ("node-", 1.0), ("high-", 50.0)):
        yield from build(load, lambda s=s: (randn(2, 4), torch.tensor(s)), "base" if s != 0.9 else "base grad", tag=name)

EXPECT = {'topic': 'diffusion',
 'kind': 'numbers used as indices',
 'rewrites': [],
 'breaks': {17: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
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
