"""Visual odometry: exponential map of a twist, with a series for small angles."""

import torch
from torch import Tensor

from fxkit import randn, sweep

EPS = 1e-4


def hat(w: Tensor) -> Tensor:
    zero = torch.zeros_like(w[0])
    return torch.stack(
        [torch.stack([zero, -w[2], w[1]]), torch.stack([w[2], zero, -w[0]]), torch.stack([-w[1], w[0], zero])]
    )


def rotation_coefficients(theta: Tensor):
    if theta < EPS:
        a = 1.0 - theta**2 / 6.0
        b = 0.5 - theta**2 / 24.0
        c = 1.0 / 6.0 - theta**2 / 120.0
    else:
        a = torch.sin(theta) / theta
        b = (1 - torch.cos(theta)) / theta**2
        c = (theta - torch.sin(theta)) / theta**3
    return a, b, c


def se3_exp(twist: Tensor) -> Tensor:
    """twist: (6,), translation first."""
    u, w = twist[:3], twist[3:]
    theta = w.norm()
    a, b, c = rotation_coefficients(theta)
    W = hat(w)
    R = torch.eye(3) + a * W + b * W @ W
    V = torch.eye(3) + b * W + c * W @ W
    T = torch.eye(4)
    T[:3, :3] = R
    T[:3, 3] = V @ u
    return T


@torch.compile
@torch.no_grad()
def integrate(twists: Tensor):
    pose = torch.eye(4)
    path = [pose]
    for twist in twists:
        pose = pose @ se3_exp(twist)
        path.append(pose)
    path = torch.stack(path)
    if not torch.isfinite(path).all():
        print("warning: path is not finite")
    return path


def cases():
    yield from sweep(integrate, lambda: (randn(2, 6),), "base zero small")

EXPECT = {'topic': 'slam',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {19: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 8,
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
