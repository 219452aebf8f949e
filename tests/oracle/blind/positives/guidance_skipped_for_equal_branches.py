"""Classifier free guidance that is left out where both halves of the batch predict the same."""

import torch
from torch import nn

from fxkit import build, randn


class Denoiser(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.inp = nn.Linear(dim, dim)
        self.ctx = nn.Linear(dim, dim, bias=False)

    def forward(self, x, sigma, ctx):
        return torch.tanh(self.inp(x) + self.ctx(ctx)) * sigma


class CFGDenoiser(nn.Module):
    def __init__(self, scale=4.0):
        super().__init__()
        self.inner_model = Denoiser()
        self.scale = scale

    def combine(self, cond, uncond):
        if torch.equal(cond, uncond):
            return cond
        return uncond + self.scale * (cond - uncond)

    def forward(self, x, sigma, ctx, null_ctx):
        both = self.inner_model(torch.cat([x, x]), torch.cat([sigma, sigma]), torch.cat([null_ctx, ctx]))
        uncond, cond = both.chunk(2)
        eps = self.combine(cond, uncond)
        return x - sigma * eps


def load():
    return torch.compile(CFGDenoiser())


def cases():
    yield from build(load, lambda: (randn(2, 4), torch.full((2, 1), 0.7), randn(2, 4, seed=1), randn(2, 4, seed=2)), "base grad nan big")
    yield from build(load, lambda: (randn(2, 4), torch.full((2, 1), 0.7), randn(2, 4, seed=1), randn(2, 4, seed=1)), "base grad nan", tag="same-")

EXPECT = {'topic': 'diffusion',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {-1: 1, 26: 2},
 'gb': ['GB0033'],
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
