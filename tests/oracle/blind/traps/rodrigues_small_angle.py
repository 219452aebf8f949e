"""Axis-angle vector to rotation matrix, with the first order expansion close to the identity."""

import torch

from fxkit import randn, sweep


def hat(v):
    x, y, z = v.unbind(-1)
    zero = torch.zeros_like(x)
    return torch.stack([zero, -z, y, z, zero, -x, -y, x, zero], -1).reshape(3, 3)


@torch.compile
def pose_points(rotvec, translation, points):
    theta = rotvec.pow(2).sum().sqrt()
    eye = torch.eye(3, dtype=rotvec.dtype, device=rotvec.device)
    if theta < 1e-6:
        R = eye + hat(rotvec)
    else:
        K = hat(rotvec / theta)
        R = eye + torch.sin(theta) * K + (1.0 - torch.cos(theta)) * (K @ K)
    return points @ R.t() + translation


def cases():
    yield from sweep(pose_points, lambda: (randn(3), randn(3, seed=1), randn(5, 3)), "base grad")
    yield from sweep(pose_points, lambda: (torch.zeros(3), randn(3, seed=1), randn(5, 3)), "base grad", tag="identity-")


EXPECT = {'topic': '3d',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {18: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': []}
