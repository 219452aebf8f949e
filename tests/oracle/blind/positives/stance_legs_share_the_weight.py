"""Quadruped controller: the legs on the ground share the weight of the body, in flight there are no forces."""

from dataclasses import dataclass

import torch
from torch import nn

from fxkit import build, randn


@dataclass
class LegCommand:
    torques: torch.Tensor
    forces: torch.Tensor


class StanceController(nn.Module):
    def __init__(self, mass=12.0, gravity=9.81, legs=4):
        super().__init__()
        self.weight = mass * gravity
        self.kp = nn.Parameter(torch.full((legs,), 20.0))
        self.kd = nn.Parameter(torch.full((legs,), 0.5))

    def vertical_forces(self, contact):
        stance = int(contact.sum())
        if stance == 0:
            return torch.zeros_like(contact, dtype=self.kp.dtype)
        return contact * (self.weight / stance)

    def forward(self, q, dq, q_des, jacobian_z, contact) -> LegCommand:
        forces = self.vertical_forces(contact)
        torques = self.kp * (q_des - q) - self.kd * dq + jacobian_z * forces
        return LegCommand(torques=torques.clamp(-33.5, 33.5), forces=forces)


def load():
    return torch.compile(StanceController())


def state(*contact):
    return lambda: (randn(4), randn(4, seed=1), randn(4, seed=2), 0.1 * randn(4, seed=3), torch.tensor(contact))


def cases():
    yield from build(load, state(True, False, False, True), "base grad nan", tag="trot-")
    yield from build(load, state(True, True, True, False), "base", tag="walk-")
    yield from build(load, state(False, False, False, False), "base", tag="flight-")

EXPECT = {'topic': 'robotics',
 'kind': 'size used as a divisor, branch on it',
 'rewrites': [],
 'breaks': {25: 1},
 'gb': ['GB0124'],
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
