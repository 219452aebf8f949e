"""An inertial integrator multiplies small rotations and repairs the product when it has left the group."""

import torch
from torch import nn

from fxkit import build, randn


def is_orthonormal(rot, atol=1e-3):
    eye = torch.eye(3, dtype=rot.dtype).expand_as(rot)
    return torch.allclose(rot.transpose(-1, -2) @ rot, eye, atol=atol)


def gram_schmidt(rot):
    a = nn.functional.normalize(rot[..., 0], dim=-1)
    b = rot[..., 1] - (a * rot[..., 1]).sum(dim=-1, keepdim=True) * a
    b = nn.functional.normalize(b, dim=-1)
    return torch.stack([a, b, torch.linalg.cross(a, b)], dim=-1)


class GyroIntegrator(nn.Module):
    def __init__(self, dt=0.05):
        super().__init__()
        self.dt = dt
        self.bias = nn.Parameter(torch.zeros(3))

    def skew(self, w):
        zero = torch.zeros_like(w[..., 0])
        rows = [zero, -w[..., 2], w[..., 1], w[..., 2], zero, -w[..., 0], -w[..., 1], w[..., 0], zero]
        return torch.stack(rows, dim=-1).unflatten(-1, (3, 3))

    def forward(self, rot, gyro):
        w = self.skew(gyro - self.bias) * self.dt
        rot = rot @ (torch.eye(3) + w + 0.5 * w @ w)
        if not is_orthonormal(rot):
            rot = gram_schmidt(rot)
        return rot


def load():
    return torch.compile(GyroIntegrator())


def cases():
    eye = torch.eye(3).expand(2, 3, 3)
    yield from build(load, lambda: (eye.clone(), 0.1 * randn(2, 3)), "base grad nan")
    yield from build(load, lambda: (eye.clone(), 20 * randn(2, 3)), "base grad", tag="fast-")

EXPECT = {'topic': '3d',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {11: 2},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 3,
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
