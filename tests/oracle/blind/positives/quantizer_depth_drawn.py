"""Residual vector quantiser with structured dropout: stages beyond a drawn depth contribute nothing."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class Stage(nn.Module):
    def __init__(self, dim, bins):
        super().__init__()
        self.codebook = nn.Embedding(bins, dim)

    def forward(self, residual):
        dist = torch.cdist(residual, self.codebook.weight)
        codes = dist.argmin(dim=-1)
        quantized = self.codebook(codes)
        loss = F.mse_loss(quantized, residual.detach())
        return residual + (quantized - residual).detach(), codes, loss


class ResidualVQ(nn.Module):
    def __init__(self, dim=4, bins=6, n_q=3, keep_all=0.25):
        super().__init__()
        self.layers = nn.ModuleList(Stage(dim, bins) for _ in range(n_q))
        self.keep_all = keep_all

    def sample_depth(self):
        if not self.training:
            return len(self.layers)
        if torch.rand(()).item() < self.keep_all:
            return len(self.layers)
        return len(self.layers) - 1

    def forward(self, x):
        depth = self.sample_depth()
        residual, out = x, torch.zeros_like(x)
        losses = x.new_zeros(())
        for i, layer in enumerate(self.layers):
            quantized, codes, loss = layer(residual)
            if i < depth:
                out = out + quantized
                losses = losses + loss
            residual = residual - quantized.detach()
        return out, losses


def load():
    return torch.compile(ResidualVQ())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4),), "base grad")
    yield from build(lambda: torch.compile(ResidualVQ().eval()), lambda: (randn(2, 3, 4),), "base", tag="eval-")

EXPECT = {'topic': 'audio codecs',
 'kind': 'random choice',
 'rewrites': [],
 'breaks': {32: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero', 'finite'],
 'unsafe': ['close',
            'finite',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
