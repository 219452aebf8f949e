"""A spline trajectory is slowed down uniformly until velocities and accelerations are within the limits."""

import math

import torch
from torch import nn

from fxkit import build, randn


class TimeScaling(nn.Module):
    def __init__(self, max_velocity=1.5, max_acceleration=4.0, dt=0.1):
        super().__init__()
        self.max_velocity = max_velocity
        self.max_acceleration = max_acceleration
        self.dt = dt

    def derivatives(self, positions):
        velocity = positions.diff(dim=0) / self.dt
        return velocity, velocity.diff(dim=0) / self.dt

    def scale_factor(self, velocity, acceleration):
        v_scale = (velocity.abs() / self.max_velocity).max().item()
        a_scale = math.sqrt((acceleration.abs() / self.max_acceleration).max().item())
        return max(1.0, v_scale, a_scale)

    def forward(self, waypoints, basis):
        positions = basis @ waypoints
        velocity, acceleration = self.derivatives(positions)
        scale = self.scale_factor(velocity, acceleration)
        duration = scale * self.dt * (positions.shape[0] - 1)
        return positions, velocity / scale, acceleration / scale**2, duration


def load():
    return torch.compile(TimeScaling())


def cases():
    basis = torch.softmax(-4 * (torch.linspace(0, 1, 8)[:, None] - torch.linspace(0, 1, 4)).square(), dim=-1)
    yield from build(load, lambda: (randn(4, 2), basis), "base grad big small")
    yield from build(load, lambda: (torch.ones(4, 2) * 0.1, basis), "base grad", tag="still-")

EXPECT = {'topic': 'robotics',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {23: 2, 24: 4},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
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
