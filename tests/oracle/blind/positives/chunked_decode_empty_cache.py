"""Decodes latents in chunks and frees memory between them."""

import gc

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class ChunkedDecoder(nn.Module):
    def __init__(self, dim=3, chunk_size=2, low_memory=True):
        super().__init__()
        self.chunk_size = chunk_size
        self.low_memory = low_memory
        self.conv_in = nn.Conv2d(dim, 4, 3, padding=1)
        self.conv_out = nn.Conv2d(4, 3, 1)

    def decode(self, z):
        h = F.silu(self.conv_in(z))
        h = F.interpolate(h, scale_factor=2.0, mode="nearest")
        return self.conv_out(h)

    def forward(self, z):
        frames = []
        for i in range(0, z.size(0), self.chunk_size):
            frames.append(self.decode(z[i : i + self.chunk_size]))
            if self.low_memory:
                gc.collect()
                torch.cuda.empty_cache()
        return torch.cat(frames).clamp(-1.0, 1.0)


def load():
    return torch.compile(ChunkedDecoder())


def load_plain():
    return torch.compile(ChunkedDecoder(low_memory=False))


def cases():
    yield from build(load, lambda: (randn(5, 3, 2, 2),), "base grad")
    yield from build(load_plain, lambda: (randn(4, 3, 2, 2),), "base", tag="plain-")


EXPECT = {'topic': 'vision',
 'rewrites': [],
 'breaks': {30: 1},
 'gb': ['GB0007', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
