"""Spherical interpolation of the noise of two images, linear when they point the same way."""

import torch
from torch import nn

from fxkit import build, randn

DOT_THRESHOLD = 0.9995


def slerp(t, v0, v1):
    """helper function to spherically interpolate two latents v0 v1"""
    dot = torch.sum(v0 * v1 / (torch.norm(v0) * torch.norm(v1)))
    if torch.abs(dot) > DOT_THRESHOLD:
        v2 = (1 - t) * v0 + t * v1
    else:
        theta_0 = torch.acos(dot)
        sin_theta_0 = torch.sin(theta_0)
        theta_t = theta_0 * t
        s0 = torch.sin(theta_0 - theta_t) / sin_theta_0
        s1 = torch.sin(theta_t) / sin_theta_0
        v2 = s0 * v0 + s1 * v1
    return v2


class LatentWalk(nn.Module):
    def __init__(self, steps=3, channels=4):
        super().__init__()
        self.steps = steps
        self.decoder = nn.Conv2d(channels, 3, 1)

    def forward(self, start, end):
        frames = []
        for i in range(self.steps):
            latent = slerp(i / (self.steps - 1), start, end)
            frames.append(self.decoder(latent))
        return torch.cat(frames)


def load():
    return torch.compile(LatentWalk())


def cases():
    yield from build(load, lambda: (randn(1, 4, 2, 2), randn(1, 4, 2, 2, seed=1)), "base grad zero nan big")
    yield from build(load, lambda: (randn(1, 4, 2, 2), randn(1, 4, 2, 2)), "base grad", tag="same-")
    yield from build(load, lambda: (randn(1, 4, 2, 2), -randn(1, 4, 2, 2)), "base", tag="opposite-")

EXPECT = {'topic': 'diffusion',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {14: 3},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
