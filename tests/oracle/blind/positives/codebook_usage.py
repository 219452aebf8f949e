"""Residual vector quantiser of an audio codec with the share of codes in use."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class VectorQuantize(nn.Module):
    def __init__(self, dim, codebook_size):
        super().__init__()
        self.codebook = nn.Embedding(codebook_size, dim)
        self.codebook_size = codebook_size

    def forward(self, z):
        dist = torch.cdist(z, self.codebook.weight)
        indices = dist.argmin(-1)
        z_q = self.codebook(indices)
        commit = F.mse_loss(z, z_q.detach())
        return z + (z_q - z).detach(), indices, commit


class ResidualVQ(nn.Module):
    def __init__(self, n_q=2, dim=3, codebook_size=5):
        super().__init__()
        self.layers = nn.ModuleList(VectorQuantize(dim, codebook_size) for _ in range(n_q))

    def usage(self, indices, size):
        used = len(torch.unique(indices))
        return used / size

    def forward(self, z):
        residual, quantized, losses, usages = z, 0.0, [], []
        for layer in self.layers:
            z_q, indices, commit = layer(residual)
            residual = residual - z_q.detach()
            quantized = quantized + z_q
            losses.append(commit)
            usages.append(self.usage(indices, layer.codebook_size))
        return quantized, torch.stack(losses).mean(), usages


def make_rvq():
    return torch.compile(ResidualVQ())


def cases():
    yield from build(make_rvq, lambda: (randn(6, 3),), "base grad")
    yield from build(make_rvq, lambda: (randn(6, 3, seed=4) * 0.01,), "base zero", tag="collapsed-")

EXPECT = {'topic': 'audio codecs',
 'rewrites': [],
 'breaks': {30: 2},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close', 'number-tensor']}
