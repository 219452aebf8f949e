"""Axial rotary embedding of an image transformer; angles are computed in float64 where the backend has it."""

import torch
from torch import nn

from fxkit import build, randn


def axial_positions(h, w):
    ys, xs = torch.meshgrid(torch.arange(h), torch.arange(w), indexing="ij")
    return torch.stack([ys.flatten(), xs.flatten()], -1)


def rotary_angles(pos, dim, theta):
    """pos: (n, axes) -> (n, axes * dim / 2) angles."""
    dtype = torch.float32 if torch.backends.mps.is_available() else torch.float64
    scale = torch.arange(0, dim, 2, dtype=dtype) / dim
    omega = 1.0 / (theta ** scale)
    out = pos.to(dtype)[..., None] * omega
    return out.flatten(-2)


def rotate(x, cos, sin):
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * cos - b * sin, a * sin + b * cos], -1).flatten(-2)


class AxialAttention(nn.Module):
    def __init__(self, dim=8, theta=100.0):
        super().__init__()
        self.qkv = nn.Linear(dim, 3 * dim)
        self.theta = theta
        self.dim = dim

    def forward(self, x, h, w):
        q, k, v = self.qkv(x).chunk(3, -1)
        angles = rotary_angles(axial_positions(h, w), self.dim // 2, self.theta)
        cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
        q, k = rotate(q, cos, sin), rotate(k, cos, sin)
        attn = torch.softmax(q @ k.transpose(-1, -2) / self.dim ** 0.5, -1)
        return attn @ v


def cases():
    make = lambda: torch.compile(AxialAttention())
    yield from build(make, lambda: (randn(1, 6, 8), 2, 3), "base grad nan")
    yield from build(make, lambda: (randn(2, 1, 8), 1, 1), "base", tag="pixel-")
    yield from build(lambda: torch.compile(AxialAttention(theta=1.0)), lambda: (randn(1, 4, 8), 2, 2), "base", tag="flat-")

EXPECT = {'topic': 'vision transformer',
 'rewrites': ['R40'],
 'breaks': {16: 4},
 'gb': ['GB0208'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': []}
