"""Volume rendering of packed samples: every ray owns a run of samples, and the runs have different lengths."""

import torch
import torch.nn as nn

from fxkit import build, rand, randn


class RayBundle:
    def __init__(self, origins, directions):
        self.origins, self.directions = origins, directions

    def __len__(self):
        return self.origins.shape[0]


class RadianceField(nn.Module):
    def __init__(self, hidden=6):
        super().__init__()
        self.base = nn.Linear(3, hidden)
        self.sigma, self.rgb = nn.Linear(hidden, 1), nn.Linear(hidden, 3)

    def forward(self, x):
        h = torch.relu(self.base(x))
        return nn.functional.softplus(self.sigma(h)).squeeze(-1), torch.sigmoid(self.rgb(h))


class PackedRenderer(nn.Module):
    def __init__(self):
        super().__init__()
        self.field = RadianceField()

    def unpack_info(self, packed_info):
        """packed_info: (rays, 2), start and number of the samples of each ray -> index of the ray of each sample"""
        return torch.repeat_interleave(torch.arange(len(packed_info)), packed_info[:, 1])

    @torch.compile
    def forward(self, origins, directions, t_starts, t_ends, packed_info):
        rays = RayBundle(origins, directions)
        ray_indices = self.unpack_info(packed_info)
        mid = (t_starts + t_ends) / 2
        x = rays.origins[ray_indices] + rays.directions[ray_indices] * mid.unsqueeze(-1)
        sigma, rgb = self.field(x)
        weights = 1.0 - torch.exp(-sigma * (t_ends - t_starts))
        colors = rgb.new_zeros(len(rays), 3).index_add(0, ray_indices, weights.unsqueeze(-1) * rgb)
        return colors, weights


def load():
    return PackedRenderer()


def scene(counts):
    n, counts = sum(counts), torch.tensor(counts)
    starts = rand(n)
    return randn(len(counts), 3), randn(len(counts), 3, seed=1), starts, starts + 0.1, torch.stack([counts.cumsum(0) - counts, counts], dim=1)


def cases():
    yield from build(load, lambda: scene([3, 1, 4]), "base grad nan big")
    yield from build(load, lambda: scene([0, 8, 0]), "base grad", tag="missed-")

EXPECT = {'topic': '3d',
 'kind': 'sizes',
 'rewrites': [],
 'breaks': {35: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
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
