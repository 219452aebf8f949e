"""A ray marcher composites from front to back and ends as soon as every ray of the batch is opaque."""

import torch
from torch import nn

from fxkit import build, randn


class Field(nn.Module):
    def __init__(self, hidden=8):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(3, hidden), nn.Softplus(), nn.Linear(hidden, 4))

    def forward(self, points):
        out = self.net(points)
        return nn.functional.softplus(out[:, 0]), out[:, 1:].sigmoid()


class RayMarcher(nn.Module):
    def __init__(self, n_steps=5, step_size=0.4, density_scale=1.0, early_stop_eps=1e-2):
        super().__init__()
        self.field = Field()
        self.n_steps = n_steps
        self.step_size = step_size
        self.density_scale = density_scale
        self.early_stop_eps = early_stop_eps

    def forward(self, origins, directions):
        transmittance = torch.ones(origins.shape[0])
        color = torch.zeros(origins.shape[0], 3)
        depth = torch.zeros(origins.shape[0])
        for i in range(self.n_steps):
            t = (i + 0.5) * self.step_size
            sigma, rgb = self.field(origins + t * directions)
            alpha = 1.0 - torch.exp(-sigma * self.density_scale * self.step_size)
            weight = alpha * transmittance
            color = color + weight[:, None] * rgb
            depth = depth + weight * t
            transmittance = transmittance * (1.0 - alpha)
            if (transmittance < self.early_stop_eps).all():
                break
        return color + transmittance[:, None], depth


def load():
    return torch.compile(RayMarcher())


def load_dense():
    return torch.compile(RayMarcher(density_scale=6.0))


def cases():
    yield from build(load, lambda: (randn(4, 3), randn(4, 3)), "base grad")
    yield from build(load_dense, lambda: (randn(4, 3), randn(4, 3)), "base nan", tag="dense-")

EXPECT = {'topic': 'nerf',
 'kind': 'loop',
 'rewrites': [],
 'breaks': {40: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 5,
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
