"""Cart-pole dynamics as a tensor environment, used for a differentiable policy search."""

import math

import torch


class CartPole:
    gravity = 9.8
    masscart = 1.0
    masspole = 0.1
    length = 0.5
    force_mag = 10.0
    tau = 0.02
    x_threshold = 2.4
    theta_threshold = 12 * 2 * math.pi / 360

    def __init__(self, state):
        self.state = state
        self.beyond_done = False

    @property
    def total_mass(self):
        return self.masscart + self.masspole

    @torch.compile
    def step(self, action):
        """Semi-implicit Euler; returns observation, reward and the termination flag."""
        x, x_dot, theta, theta_dot = self.state.unbind(0)
        force = self.force_mag if action > 0 else -self.force_mag
        cos, sin = theta.cos(), theta.sin()
        pml = self.masspole * self.length
        temp = (force + pml * theta_dot**2 * sin) / self.total_mass
        acc = (self.gravity * sin - cos * temp) / (self.length * (4.0 / 3.0 - self.masspole * cos**2 / self.total_mass))
        x_acc = temp - pml * acc * cos / self.total_mass

        x_dot = x_dot + self.tau * x_acc
        x = x + self.tau * x_dot
        theta_dot = theta_dot + self.tau * acc
        theta = theta + self.tau * theta_dot
        self.state = torch.stack([x, x_dot, theta, theta_dot])

        terminated = (x.abs() > self.x_threshold) | (theta.abs() > self.theta_threshold)
        reward = torch.zeros(())
        if not terminated:
            reward = reward + 1.0
        return self.state, reward - 0.01 * action**2, terminated


def start(state, action):
    def make():
        return CartPole.step, (CartPole(torch.tensor(state)), torch.tensor(action)), {}

    return make


def cases():
    yield "upright-right", start([0.0, 0.1, 0.02, -0.1], 0.7)
    yield "upright-left", start([0.0, 0.1, 0.02, -0.1], -0.7)
    yield "zero-action", start([0.1, 0.0, -0.02, 0.0], 0.0)
    yield "fallen", start([0.0, 0.0, 0.5, 1.0], 0.3)
    yield "off-track", start([2.5, 1.0, 0.0, 0.0], -0.3)


EXPECT = {'topic': 'RL',
 'rewrites': [],
 'breaks': {30: 1, 45: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
