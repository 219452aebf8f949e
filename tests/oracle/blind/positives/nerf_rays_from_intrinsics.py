"""Rays of a pinhole camera; focal lengths and centre are read out of the intrinsic matrix."""

import torch
from torch import nn

from fxkit import build, randn


def get_ray_directions(height, width, K):
    """Directions in camera coordinates, (height, width, 3)."""
    fx, fy = K[0, 0].item(), K[1, 1].item()
    cx, cy = K[0, 2].item(), K[1, 2].item()
    ys, xs = torch.meshgrid(torch.arange(height) + 0.5, torch.arange(width) + 0.5, indexing="ij")
    return torch.stack([(xs - cx) / fx, -(ys - cy) / fy, -torch.ones_like(xs)], dim=-1)


def get_rays(directions, c2w):
    rays_d = directions @ c2w[:3, :3].t()
    rays_d = rays_d / rays_d.norm(dim=-1, keepdim=True)
    return c2w[:3, 3].expand_as(rays_d), rays_d


class TinyRadianceField(nn.Module):
    def __init__(self, samples=4, near=0.5, far=3.0):
        super().__init__()
        self.mlp = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 4))
        self.register_buffer("depths", torch.linspace(near, far, samples))

    def forward(self, K, c2w, height: int, width: int):
        rays_o, rays_d = get_rays(get_ray_directions(height, width, K), c2w)
        points = rays_o[..., None, :] + rays_d[..., None, :] * self.depths[:, None]
        rgb, sigma = self.mlp(points).split([3, 1], dim=-1)
        weights = torch.softmax(sigma.squeeze(-1), dim=-1)
        return (weights[..., None] * rgb.sigmoid()).sum(dim=-2)


def load():
    return torch.compile(TinyRadianceField())


def camera():
    K = torch.tensor([[4.0, 0.0, 2.0], [0.0, 5.0, 1.5], [0.0, 0.0, 1.0]])
    return K, torch.cat([torch.eye(3), randn(3, 1)], dim=-1), 3, 4


def cases():
    yield from build(load, camera, "base grad big nan")

EXPECT = {'topic': '3d',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {11: 4, 12: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
