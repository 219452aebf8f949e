"""Occupancy grid of torch-ngp: decayed maximum, mean density and the bit field."""

import torch
from torch import nn

from fxkit import build, rand


def packbits(grid, thresh):
    bits = (grid > thresh).view(grid.shape[0], -1, 8).to(torch.uint8)
    weights = 2 ** torch.arange(8, device=grid.device, dtype=torch.uint8)
    return (bits * weights).sum(-1).to(torch.uint8)


class OccupancyGrid(nn.Module):
    def __init__(self, cascade=2, grid_size=4, density_thresh=0.3, density_scale=1.0):
        super().__init__()
        self.cascade = cascade
        self.density_thresh = density_thresh
        self.density_scale = density_scale
        self.register_buffer("density_grid", torch.zeros([cascade, grid_size**3]))
        self.register_buffer("density_bitfield", torch.zeros([cascade, grid_size**3 // 8], dtype=torch.uint8))
        self.mean_density = 0
        self.iter_density = 0

    @torch.no_grad()
    def mark_untrained(self, visible):
        self.density_grid[~visible] = -1

    @torch.no_grad()
    def forward(self, sigmas, decay=0.95):
        tmp_grid = sigmas.detach() * self.density_scale

        # ema update
        valid_mask = (self.density_grid >= 0) & (tmp_grid >= 0)
        self.density_grid[valid_mask] = torch.maximum(self.density_grid[valid_mask] * decay, tmp_grid[valid_mask])
        # -1 regions are viewed as 0 density
        self.mean_density = torch.mean(self.density_grid.clamp(min=0)).item()
        self.iter_density += 1

        # convert to bitfield
        density_thresh = min(self.mean_density, self.density_thresh)
        self.density_bitfield.copy_(packbits(self.density_grid, density_thresh))
        return self.density_bitfield.sum(-1)


def load(untrained=0.2):
    grid = OccupancyGrid()
    grid.mark_untrained(rand(2, 64, seed=5) >= untrained)
    return torch.compile(grid)


def cases():
    yield from build(load, lambda: (rand(2, 64),), "base zero half nan")
    yield from build(load, lambda: (rand(2, 64) * 0.2 - 0.1,), "base", tag="sparse-")
    yield from build(lambda: load(1.5), lambda: (rand(2, 64),), "base", tag="untrained-")


EXPECT = {'topic': 'nerf',
 'rewrites': [],
 'breaks': {36: 4, 38: 4},
 'gb': ['GB0036', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
