"""A latent is decoded tile by tile; garbage is collected between the tiles to keep the peak memory low."""

import gc

import torch
from torch import nn

from fxkit import build, randn


class TinyDecoder(nn.Module):
    def __init__(self, latent=4, out=3):
        super().__init__()
        self.conv_in = nn.Conv2d(latent, 8, 3, padding=1)
        self.conv_out = nn.Conv2d(8, out, 3, padding=1)

    def forward(self, z):
        h = nn.functional.silu(self.conv_in(z))
        return self.conv_out(nn.functional.interpolate(h, scale_factor=2, mode="nearest"))


class TiledVAE(nn.Module):
    def __init__(self, tile=4, scaling=0.18215, low_memory=True):
        super().__init__()
        self.decoder = TinyDecoder()
        self.tile = tile
        self.scaling = scaling
        self.low_memory = low_memory

    def decode(self, z):
        rows = []
        for y in range(0, z.shape[2], self.tile):
            row = [self.decoder(z[:, :, y:y + self.tile, x:x + self.tile]) for x in range(0, z.shape[3], self.tile)]
            rows.append(torch.cat(row, dim=3))
            if self.low_memory:
                gc.collect()
        return torch.cat(rows, dim=2)

    @torch.no_grad()
    def forward(self, z):
        image = self.decode(z / self.scaling)
        return (image / 2 + 0.5).clamp(0, 1)


def load(low_memory=True):
    return torch.compile(TiledVAE(low_memory=low_memory))


def cases():
    yield from build(load, lambda: (0.1 * randn(1, 4, 8, 8),), "base nan")
    yield from build(lambda: load(False), lambda: (0.1 * randn(1, 4, 8, 8),), "base", tag="plenty-")

EXPECT = {'topic': 'diffusion',
 'kind': 'host',
 'rewrites': [],
 'breaks': {36: 2},
 'gb': ['GB0007', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
