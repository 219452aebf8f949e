"""Joint space PID controller in a simulated arm: the integral stops while any actuator is saturated."""

import torch
from torch import nn

from fxkit import build, randn


class JointPID(nn.Module):
    def __init__(self, joints=3, kp=4.0, ki=0.5, kd=0.1, dt=0.02, effort_limit=6.0):
        super().__init__()
        self.kp, self.ki, self.kd, self.dt = kp, ki, kd, dt
        self.effort_limit = effort_limit
        self.register_buffer("integral", torch.zeros(joints))
        self.register_buffer("last_error", torch.zeros(joints))

    def reset(self):
        self.integral.zero_()
        self.last_error.zero_()

    def forward(self, error):
        derivative = (error - self.last_error) / self.dt
        effort = self.kp * error + self.ki * self.integral + self.kd * derivative
        self.last_error = error.detach().clone()
        if (effort.abs() > self.effort_limit).any():
            effort = effort.clamp(-self.effort_limit, self.effort_limit)
        else:
            self.integral = self.integral + error.detach() * self.dt
        return effort


class ArmPolicy(nn.Module):
    def __init__(self, obs=5, joints=3):
        super().__init__()
        self.target = nn.Linear(obs, joints)
        self.pid = JointPID(joints)

    def forward(self, obs, q):
        return self.pid(self.target(obs) - q)


def load():
    return torch.compile(ArmPolicy())


def cases():
    yield from build(load, lambda: (randn(5), 0.1 * randn(3)), "small base grad nan inf")
    yield from build(load, lambda: (randn(5), 50 * randn(3)), "base grad", tag="far-")

EXPECT = {'topic': 'robotics',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {25: 2},
 'gb': ['GB0170'],
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
