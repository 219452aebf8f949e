"""Sphere renderer: for each ray the nearest sphere in front is shaded, rays that miss keep the background."""

from typing import List, Optional

import torch
from torch import Tensor

from fxkit import rand, randn, sweep


class Sphere:
    def __init__(self, centre, radius, colour):
        self.centre = torch.tensor(centre)
        self.radius = radius
        self.colour = torch.tensor(colour)

    def intersect(self, origins: Tensor, dirs: Tensor):
        oc = origins - self.centre
        b = (oc * dirs).sum(-1)
        disc = b * b - (oc * oc).sum(-1) + self.radius**2
        hit = disc > 0
        t = torch.full_like(b, float("inf"))
        t[hit] = -b[hit] - disc[hit].sqrt()
        t[t < 1e-3] = float("inf")
        return t


SCENE: List[Sphere] = [Sphere([0.0, 0.0, 3.0], 1.0, [1.0, 0.2, 0.2]), Sphere([0.5, 0.0, 2.5], 0.7, [0.2, 1.0, 0.2])]
LIGHT = torch.tensor([0.0, 0.6, -0.8])


def lambert(normals: Tensor, light: Tensor, ambient: float = 0.1) -> Tensor:
    return (normals * light).sum(-1, keepdim=True).clamp(min=0) + ambient


@torch.compile
@torch.no_grad()
def render(origins: Tensor, dirs: Tensor, background: Optional[Tensor] = None):
    dirs = torch.nn.functional.normalize(dirs, dim=-1)
    image = torch.zeros_like(dirs) if background is None else background.clone()
    depth = torch.full(dirs.shape[:-1], float("inf"))
    for sphere in SCENE:
        t = sphere.intersect(origins, dirs)
        nearer = t < depth
        if not nearer.any():
            continue
        points = origins[nearer] + t[nearer].unsqueeze(-1) * dirs[nearer]
        normals = (points - sphere.centre) / sphere.radius
        image[nearer] = sphere.colour * lambert(normals, LIGHT)
        depth[nearer] = t[nearer]
    return image, depth


def cases():
    ahead = torch.tensor([0.0, 0.0, 1.0])
    yield from sweep(render, lambda: (torch.zeros(9, 3), ahead + 0.3 * randn(9, 3)), "base")
    yield from sweep(render, lambda: (torch.zeros(9, 3), -ahead + 0.1 * rand(9, 3), rand(9, 3)), "base", tag="behind-")

EXPECT = {'topic': 'rendering',
 'kind': 'mask write',
 'rewrites': [],
 'breaks': {23: 2},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 8,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
