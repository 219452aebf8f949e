"""Latent walks: spherical interpolation falls back to a straight line where the two latents nearly agree."""

import torch
from torch import nn

from fxkit import build, randn


def slerp(t, v0, v1, dot_threshold=0.9995):
    u0 = v0 / v0.norm()
    u1 = v1 / v1.norm()
    dot = (u0 * u1).sum()
    if dot.abs() > dot_threshold:
        return (1 - t) * v0 + t * v1
    theta_0 = torch.arccos(dot)
    sin_theta_0 = torch.sin(theta_0)
    theta_t = theta_0 * t
    s0 = torch.sin(theta_0 - theta_t) / sin_theta_0
    s1 = torch.sin(theta_t) / sin_theta_0
    return s0 * v0 + s1 * v1


class LatentWalk(nn.Module):
    def __init__(self, dim=4, steps=3):
        super().__init__()
        self.steps = steps
        self.decode = nn.Sequential(nn.Linear(dim, dim), nn.Tanh())

    def forward(self, start, end):
        frames = [slerp(i / (self.steps - 1), start, end) for i in range(self.steps)]
        return self.decode(torch.stack(frames))


def load():
    return torch.compile(LatentWalk())


def cases():
    yield from build(load, lambda: (randn(4), randn(4, seed=3)), "base grad")
    yield from build(load, lambda: (torch.tensor([2.0, 0, 0, 0]), torch.tensor([2.0, 0, 0, 0])), "base grad", tag="equal-")

EXPECT = {'topic': 'diffusion',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['the gradient of the arm not taken'],
 'breaks': {13: 3},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['gradient'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
