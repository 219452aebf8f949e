"""A finite scalar quantiser keeps the perplexity of its code usage for the trainer to read."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class FSQ(nn.Module):
    def __init__(self, levels=(3, 5), eps=1e-10):
        super().__init__()
        self.eps = eps
        self.codebook_size = 15
        self.register_buffer("levels", torch.tensor(levels))
        self.register_buffer("basis", torch.tensor([1, 3]))
        self.last_perplexity = 0.0
        self.last_usage = 0

    def bound(self, z):
        half_l = (self.levels - 1) / 2
        return torch.tanh(z) * half_l

    def quantize(self, z):
        z = self.bound(z)
        return z + (z.round() - z).detach()  # straight through

    def codes_to_indices(self, zhat):
        shifted = zhat + (self.levels - 1) / 2
        return (shifted.round().long() * self.basis).sum(dim=-1)

    def forward(self, z):
        zhat = self.quantize(z)
        indices = self.codes_to_indices(zhat)
        with torch.no_grad():
            probs = F.one_hot(indices.flatten(), self.codebook_size).float().mean(dim=0)
            self.last_perplexity = torch.exp(-(probs * (probs + self.eps).log()).sum()).item()
            self.last_usage = int((probs > 0).sum())
        return zhat, indices


class Codec(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.down, self.up = nn.Linear(dim, 2), nn.Linear(2, dim)
        self.fsq = FSQ()

    def forward(self, x):
        zhat, indices = self.fsq(self.down(x))
        return F.mse_loss(self.up(zhat), x), indices


def load():
    codec = Codec()
    codec.compile(dynamic=False)
    return codec


def cases():
    yield from build(load, lambda: (randn(2, 6, 4),), "base grad zero big")

EXPECT = {'topic': 'speech',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {37: 2, 38: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
