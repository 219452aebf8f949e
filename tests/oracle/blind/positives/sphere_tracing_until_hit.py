"""Sphere tracing marches the rays along the signed distance until all have hit something or left the scene."""

import torch
from torch import nn

from fxkit import build, randn


class Blobs(nn.Module):
    """Union of spheres, smooth enough to be marched."""

    def __init__(self, n=2):
        super().__init__()
        self.center = nn.Parameter(torch.randn(n, 3) * 0.3)
        self.radius = nn.Parameter(torch.full((n,), 0.5))

    def forward(self, x):
        return (torch.linalg.norm(x[:, None] - self.center, dim=-1) - self.radius).min(dim=-1).values


class SphereTracer(nn.Module):
    def __init__(self, max_steps=8, threshold=1e-2, far=6.0):
        super().__init__()
        self.sdf = Blobs()
        self.max_steps = max_steps
        self.threshold = threshold
        self.far = far

    @torch.no_grad()
    def forward(self, origins, directions):
        t = torch.zeros(origins.shape[0])
        hit = torch.zeros(origins.shape[0], dtype=torch.bool)
        active = ~hit
        for _ in range(self.max_steps):
            distance = self.sdf(origins + t[:, None] * directions)
            hit = hit | (active & (distance < self.threshold))
            active = active & ~hit & (t < self.far)
            if not active.any():
                break
            t = torch.where(active, t + distance, t)
        return t, hit


def load():
    return torch.compile(SphereTracer().forward)


def rays(n=5, towards=1.0):
    d = nn.functional.normalize(randn(n, 3), dim=-1)
    return -2.0 * towards * d + 0.1 * randn(n, 3, seed=1), d


def cases():
    yield from build(load, rays, "base nan")
    yield from build(load, lambda: rays(4, -3.5), "base", tag="away-")
    yield from build(load, lambda: (torch.zeros(3, 3), rays(3)[1]), "base", tag="inside-")

EXPECT = {'topic': '3d',
 'kind': 'loops',
 'rewrites': [],
 'breaks': {38: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 6,
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
