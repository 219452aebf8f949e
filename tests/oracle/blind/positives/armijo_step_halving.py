"""Inverse kinematics by gradient descent with an Armijo backtracking line search."""

import torch
from torch import nn

from fxkit import build, randn


class PlanarArm(nn.Module):
    def __init__(self, lengths=(1.0, 0.8, 0.5)):
        super().__init__()
        self.register_buffer("lengths", torch.tensor(lengths))

    def forward(self, q):
        angles = torch.cumsum(q, dim=-1)
        return torch.stack([(self.lengths * angles.cos()).sum(-1), (self.lengths * angles.sin()).sum(-1)], dim=-1)

    def jacobian(self, q):
        angles = torch.cumsum(q, dim=-1)
        dx = torch.flip(torch.cumsum(torch.flip(-self.lengths * angles.sin(), [-1]), -1), [-1])
        dy = torch.flip(torch.cumsum(torch.flip(self.lengths * angles.cos(), [-1]), -1), [-1])
        return torch.stack([dx, dy], dim=-2)


class IKSolver(nn.Module):
    def __init__(self, max_iters=3, max_halvings=4, c1=1e-4, tol=1e-3):
        super().__init__()
        self.arm = PlanarArm()
        self.max_iters, self.max_halvings = max_iters, max_halvings
        self.c1, self.tol = c1, tol

    def cost(self, q, target):
        return 0.5 * (self.arm(q) - target).square().sum()

    @torch.no_grad()
    def forward(self, q, target):
        for _ in range(self.max_iters):
            err = self.arm(q) - target
            grad = self.arm.jacobian(q).T @ err
            f0 = self.cost(q, target)
            alpha = 1.0
            for _ in range(self.max_halvings):
                if self.cost(q - alpha * grad, target) <= f0 - self.c1 * alpha * grad.square().sum():
                    break
                alpha *= 0.5
            q = q - alpha * grad
        return q, self.cost(q, target)


def load():
    return torch.compile(IKSolver())


def cases():
    yield from build(load, lambda: (randn(3), torch.tensor([1.0, 1.0])), "base zero nan")
    yield from build(load, lambda: (randn(3, seed=4), torch.tensor([3.0, -2.0])), "base", tag="far-")

EXPECT = {'topic': 'robotics',
 'kind': 'loops',
 'rewrites': [],
 'breaks': {43: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 15,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
