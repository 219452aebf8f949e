"""Timestep embeddings cached by the integer timestep."""

import torch
import torch.nn as nn

from fxkit import build, randn


class CachedTimestepEmbedding(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.freqs = torch.exp(-torch.arange(dim // 2).float())
        self.cache = {}

    def embed(self, timestep):
        arg = timestep.float() * self.freqs
        return torch.cat([torch.cos(arg), torch.sin(arg)])

    def forward(self, x, timestep):
        key = timestep.item()
        if key not in self.cache:
            self.cache[key] = self.embed(timestep)
        return x + self.cache[key], len(self.cache)


def make_embedding():
    return torch.compile(CachedTimestepEmbedding())


def cases():
    yield from build(make_embedding, lambda: (randn(2, 4), torch.tensor(3)), "base")
    yield from build(make_embedding, lambda: (randn(2, 4), torch.tensor(7)), "base", tag="late-")

EXPECT = {'topic': 'diffusion',
 'verdict': 'decline',
 'obligations': [],
 'breaks': {20: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['alias', 'type'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history',
            'compiled-exception-type']}
