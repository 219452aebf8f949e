"""Gaussian splatting: in training, splats that became transparent or too large are faded and reported."""

import logging

import torch
from torch import nn

from fxkit import build, rand, randn

logger = logging.getLogger("splat.densify")


def inverse_sigmoid(x):
    return torch.log(x / (1 - x))


class SplatModel(nn.Module):
    def __init__(self, n=6, min_opacity=0.3, max_scale=1.2):
        super().__init__()
        self.min_opacity = min_opacity
        self.max_scale = max_scale
        self.register_buffer("opacity_raw", torch.randn(n))
        self.register_buffer("scale_raw", 0.5 * torch.randn(n, 2))
        self.register_buffer("grad_accum", torch.zeros(n))
        self.colour = nn.Parameter(torch.rand(n, 3))

    @property
    def opacity(self):
        return torch.sigmoid(self.opacity_raw)

    @property
    def scales(self):
        return self.scale_raw.exp()

    @torch.no_grad()
    def densify(self, view_grad):
        self.grad_accum += view_grad.abs()
        prune = (self.opacity < self.min_opacity) | (self.scales.amax(dim=1) > self.max_scale)
        logger.info("pruned %d of %d", prune.sum().item(), prune.shape[0])
        low = inverse_sigmoid(torch.full_like(self.opacity_raw, 0.01))
        self.opacity_raw[prune] = low[prune]
        self.scale_raw[prune] = self.scale_raw[prune] * 0.8
        return prune

    def forward(self, weights, view_grad):
        if self.training:
            self.densify(view_grad)
        alpha = weights * self.opacity
        return alpha @ self.colour


def load():
    return torch.compile(SplatModel())


def load_eval():
    return torch.compile(SplatModel().eval())


def cases():
    yield from build(load, lambda: (rand(4, 6), randn(6)), "base grad")
    yield from build(load_eval, lambda: (rand(4, 6), randn(6)), "base", tag="eval-")

EXPECT = {'topic': 'rendering',
 'kind': 'logging',
 'rewrites': [],
 'breaks': {39: 3, 41: 1, 42: 1},
 'gb': ['GB0036', 'GB0124', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': ['log-site'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'log-site',
            'number-tensor',
            'requires-grad',
            'shown-history']}
