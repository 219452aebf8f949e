"""StyleGAN2 mixes the styles of two latents from a layer that Python's random module chooses."""

import random

import torch
from torch import nn

from fxkit import build, randn


class PixelNorm(nn.Module):
    def forward(self, input):
        return input * torch.rsqrt(torch.mean(input**2, dim=1, keepdim=True) + 1e-8)


class ModulatedLayer(nn.Module):
    def __init__(self, channel, style_dim):
        super().__init__()
        self.modulation = nn.Linear(style_dim, channel)
        self.weight = nn.Parameter(torch.randn(channel, channel) / channel**0.5)

    def forward(self, x, style):
        return nn.functional.leaky_relu((x * self.modulation(style)) @ self.weight, 0.2)


class Generator(nn.Module):
    def __init__(self, style_dim=4, channel=5, n_latent=6, mixing=0.9):
        super().__init__()
        self.n_latent = n_latent
        self.mixing = mixing
        self.style = nn.Sequential(PixelNorm(), nn.Linear(style_dim, style_dim), nn.ReLU())
        self.input = nn.Parameter(torch.randn(1, channel))
        self.convs = nn.ModuleList(ModulatedLayer(channel, style_dim) for _ in range(n_latent))

    def make_latent(self, styles):
        if self.training and random.random() < self.mixing:
            inject_index = random.choice(range(1, self.n_latent))
            latent = styles[0].unsqueeze(1).repeat(1, inject_index, 1)
            latent2 = styles[1].unsqueeze(1).repeat(1, self.n_latent - inject_index, 1)
            return torch.cat([latent, latent2], 1)
        return styles[0].unsqueeze(1).repeat(1, self.n_latent, 1)

    def forward(self, styles):
        latent = self.make_latent([self.style(s) for s in styles])
        out = self.input.repeat(latent.shape[0], 1)
        for i, conv in enumerate(self.convs):
            out = conv(out, latent[:, i])
        return out


def load(train=True):
    random.seed(5)
    return torch.compile(Generator().train(train))


def cases():
    yield from build(load, lambda: ([randn(3, 4), randn(3, 4, seed=1)],), "base grad nan")
    yield from build(lambda: load(False), lambda: ([randn(3, 4), randn(3, 4, seed=1)],), "base", tag="eval-")

EXPECT = {'topic': 'gan',
 'kind': 'random choice',
 'rewrites': [],
 'breaks': {36: 3, 37: 2},
 'gb': ['GB0007'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
