"""A vehicle model wraps its yaw with math.fmod, which keeps the sign of its argument."""

import math

import torch
from torch import nn

from fxkit import build, randn


def wrap(angle):
    """to (-2 pi, 2 pi), sign kept for the steering controller"""
    return math.fmod(angle, 2.0 * math.pi)


class BicycleModel(nn.Module):
    def __init__(self, wheelbase=2.7, dt=0.1, max_steer=0.6):
        super().__init__()
        self.wheelbase, self.dt, self.max_steer = wheelbase, dt, max_steer
        self.gain = nn.Parameter(torch.tensor([0.4, -0.2]))

    def controller(self, error):
        return torch.tanh((self.gain * error).sum()) * self.max_steer

    def forward(self, state, target):
        # state: x, y, yaw, v
        x, y, yaw, v = state.unbind()
        heading = wrap(yaw.item())
        steer = self.controller(target - torch.stack([x, y]))
        x = x + v * math.cos(heading) * self.dt
        y = y + v * math.sin(heading) * self.dt
        yaw = heading + v / self.wheelbase * torch.tan(steer) * self.dt
        return torch.stack([x, y, yaw, v]), steer


def load():
    return torch.compile(BicycleModel())


def at(yaw):
    return torch.tensor([0.5, -1.0, yaw, 3.0]), randn(2)


def cases():
    yield from build(load, lambda: at(1.0), "base grad")
    yield from build(load, lambda: at(-8.0), "base grad", tag="negative-")
    yield from build(load, lambda: at(20.0), "base", tag="turns-")
    yield from build(load, lambda: at(float("inf")), "base", tag="infinite-")
    yield from build(load, lambda: at(float("nan")), "base", tag="nan-")

EXPECT = {'topic': 'robotics',
 'kind': 'numbers',
 'verdict': 'decline',
 'obligations': ['values', 'gradients', 'exceptions'],
 'breaks': {13: 1, 28: 2},
 'gb': ['GB0088', 'GB0124'],
 'naive_differs_in': ['values', 'gradients', 'exceptions'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
