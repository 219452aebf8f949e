"""A sampler hands the same timestep to all images of the batch."""

import math

import torch
import torch.nn as nn

from fxkit import build, randn


class TimeEmbedding(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.dim = dim

    def forward(self, t):
        half = self.dim // 2
        freqs = torch.exp(-math.log(10000) * torch.arange(half) / half)
        args = t[:, None].float() * freqs[None]
        return torch.cat([torch.cos(args), torch.sin(args)], dim=-1)


class Sampler(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.time = TimeEmbedding()
        self.net = nn.Linear(dim + 8, dim)
        self.register_buffer("timesteps", torch.tensor([900, 600, 300, 0]))
        self.register_buffer("alphas", torch.linspace(0.99, 0.2, 1000))

    @torch.no_grad()
    def forward(self, x):
        for t in self.timesteps:
            batch_t = torch.full((x.shape[0],), t.item(), dtype=torch.long, device=x.device)
            eps = self.net(torch.cat([x, self.time(batch_t)], dim=-1))
            alpha = self.alphas[batch_t][:, None]
            x = (x - (1 - alpha).sqrt() * eps) / alpha.sqrt()
        return x


def load():
    return torch.compile(Sampler())


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base nan big")

EXPECT = {'topic': 'diffusion',
 'kind': 'item',
 'rewrites': [],
 'breaks': {34: 2},
 'gb': ['GB0124', 'GB7000'],
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
