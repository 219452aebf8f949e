"""Keyframe choice for a reconstruction front-end: frames are ordered by a sharpness score and fused with decaying weights."""

import torch
from torch import nn

from fxkit import build, rand, randn


def laplacian(img):
    """Four-neighbour Laplacian of the interior."""
    c = img[1:-1, 1:-1]
    return img[:-2, 1:-1] + img[2:, 1:-1] + img[1:-1, :-2] + img[1:-1, 2:] - 4 * c


class KeyframeFusion(nn.Module):
    def __init__(self, decay=0.5, features=3):
        super().__init__()
        self.decay = decay
        self.encode = nn.Sequential(nn.Flatten(0), nn.Linear(16, features), nn.ReLU())

    def sharpness(self, frame):
        return laplacian(frame).var()

    def forward(self, frames):
        """frames: (n, 4, 4). The sharpest frame gets the largest weight."""
        scored = [(self.sharpness(f).item(), f) for f in frames.unbind(0)]
        scored.sort(key=lambda pair: pair[0], reverse=True)
        fused, weight, total = 0.0, 1.0, 0.0
        for _, frame in scored:
            fused = fused + weight * self.encode(frame)
            total += weight
            weight *= self.decay
        return fused / total, torch.stack([f.mean() for _, f in scored])


def cases():
    make = lambda: torch.compile(KeyframeFusion())
    blur = torch.tensor([0.1, 1.0, 0.4])[:, None, None]
    yield from build(make, lambda: (rand(3, 4, 4) * blur,), "base grad", tag="blurred-")
    yield from build(make, lambda: (randn(4, 4, 4),), "base", tag="drawn-")
    yield from build(make, lambda: (torch.ones(3, 4, 4) * torch.arange(3.0)[:, None, None],), "base", tag="flat-")
    yield from build(make, lambda: (rand(1, 4, 4),), "base", tag="one-")

EXPECT = {'topic': '3D',
 'rewrites': ['R35', 'R21'],
 'breaks': {26: 5, 27: 3},
 'gb': ['GB0124', 'GB0207', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['grad-close']}
