"""Every layer of a small denoiser writes a debug line."""

import logging

import torch
from torch import nn

from fxkit import build, randn

logger = logging.getLogger("denoiser")
logger.setLevel(logging.DEBUG)


class Denoiser(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 4)])

    def forward(self, x):
        for i, layer in enumerate(self.layers):
            x = layer(x).relu()
            logger.debug(f"layer {i}: {x.detach().abs().max():.3f}")
        return x


def load():
    return torch.compile(Denoiser())


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base big zero nan inf grad")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R36'],
 'breaks': {22: 1},
 'gb': ['GB0291', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
