"""Tiled decoding of latents writes its progress to the terminal after every tile."""

import sys
from dataclasses import dataclass

import torch
from torch import nn

from fxkit import build, randn


@dataclass
class TileConfig:
    tile: int = 4
    show_progress: bool = True


class Decoder(nn.Module):
    def __init__(self, latent=2, channels=4):
        super().__init__()
        self.conv_in = nn.Conv2d(latent, channels, 3, padding=1)
        self.up = nn.ConvTranspose2d(channels, 3, 2, stride=2)

    def forward(self, z):
        return self.up(torch.nn.functional.silu(self.conv_in(z)))


class TiledVAE(nn.Module):
    def __init__(self, config=TileConfig()):
        super().__init__()
        self.config = config
        self.decoder = Decoder()

    def progress(self, done, total):
        if self.config.show_progress:
            sys.stderr.write(f"\rdecoded {done}/{total} tiles")

    def forward(self, z):
        """Tiles along the width only; the last one may be narrow."""
        parts = z.split(self.config.tile, dim=-1)
        tiles = []
        for part in parts:
            tiles.append(self.decoder(part))
            self.progress(len(tiles), len(parts))
        return torch.cat(tiles, dim=-1).clamp(-1, 1)


def load(**options):
    return torch.compile(TiledVAE(TileConfig(**options)))


def cases():
    yield from build(load, lambda: (randn(1, 2, 3, 10),), "base grad nan")
    yield from build(lambda: load(show_progress=False), lambda: (randn(1, 2, 3, 10),), "base", tag="quiet-")

EXPECT = {'topic': 'diffusion',
 'kind': 'host',
 'rewrites': [],
 'breaks': {36: 3},
 'gb': ['GB0021', 'GB0156', 'GB7000'],
 'skips': 2,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['compiled-silent'],
 'unsafe': ['compiled-silent', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
