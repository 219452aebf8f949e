"""Prints the usage of the codes around the update of a codebook."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class VectorQuantizerEMA(nn.Module):
    def __init__(self, num_embeddings=4, dim=3, decay=0.5, verbose=True):
        super().__init__()
        self.decay = decay
        self.verbose = verbose
        self.register_buffer("embedding", torch.randn(num_embeddings, dim))
        self.register_buffer("usage", torch.zeros(num_embeddings))

    def forward(self, z):
        dist = (z.pow(2).sum(1, keepdim=True) - 2 * z @ self.embedding.t() + self.embedding.pow(2).sum(1)).detach()
        idx = dist.argmin(1)
        if self.verbose:
            print("usage before:", self.usage)
        with torch.no_grad():
            counts = F.one_hot(idx, self.usage.numel()).to(z.dtype).sum(0)
            self.usage.mul_(self.decay).add_(counts, alpha=1 - self.decay)
        if self.verbose:
            print("usage after:", self.usage)
        zq = self.embedding[idx]
        commit = F.mse_loss(z, zq)
        return z + (zq - z).detach(), commit


def load():
    return torch.compile(VectorQuantizerEMA())


def load_quiet():
    return torch.compile(VectorQuantizerEMA(verbose=False))


def cases():
    yield from build(load, lambda: (randn(4, 3),), "base grad")
    yield from build(load_quiet, lambda: (randn(4, 3),), "base", tag="quiet-")


EXPECT = {'topic': 'vq',
 'verdict': 'any correct rewrite',
 'obligations': ['R36'],
 'breaks': {22: 2, 27: 2},
 'gb': ['GB0059'],
 'naive_differs_in': ['events'],
 'unsafe': ['shown-history']}
