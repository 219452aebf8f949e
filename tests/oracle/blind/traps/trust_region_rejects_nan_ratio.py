"""Levenberg-Marquardt step of a pose solver: the step is kept unless it fails to reduce the cost."""

import torch
from torch import nn

from fxkit import build, rand, randn


class LevenbergMarquardt(nn.Module):
    def __init__(self, damping=1e-2, eta=1e-3, grow=4.0, shrink=0.5):
        super().__init__()
        self.eta, self.grow, self.shrink = eta, grow, shrink
        self.register_buffer("damping", torch.tensor(damping))

    def residual(self, params, t, y):
        a, b, c = params.unbind(-1)
        return a * torch.exp(b * t) + c - y

    def jacobian(self, params, t):
        a, b, _ = params.unbind(-1)
        e = torch.exp(b * t)
        return torch.stack([e, a * t * e, torch.ones_like(t)], -1)

    @torch.no_grad()
    def forward(self, params, t, y):
        r = self.residual(params, t, y)
        J = self.jacobian(params, t)
        JtJ, g = J.T @ J, J.T @ r
        delta = -torch.linalg.solve_ex(JtJ + self.damping * torch.eye(3, dtype=t.dtype), g)[0]

        cost = r.square().sum()
        new_cost = self.residual(params + delta, t, y).square().sum()
        predicted = -(2 * g @ delta + delta @ JtJ @ delta)
        ratio = (cost - new_cost) / predicted
        if not (ratio > self.eta):
            # rejected: stay where we are and trust the model less
            self.damping.mul_(self.grow)
            return params.clone(), cost
        self.damping.mul_(self.shrink)
        return params + delta, new_cost


def load(**kw):
    return torch.compile(LevenbergMarquardt(**kw))


def batch(start=(1.0, -0.5, 0.0), n=6):
    return torch.tensor(start), torch.linspace(0, 2, n), 2.0 * torch.exp(-torch.linspace(0, 2, n)) + 0.1 * rand(n)


def cases():
    yield from build(load, batch, "base")
    yield from build(load, lambda: batch((0.0, 5.0, 30.0)), "base", tag="poor-")
    yield from build(load, lambda: batch((1.0, 60.0, 0.0)), "base", tag="overflow-")
    yield from build(load, lambda: (torch.zeros(3), torch.zeros(4), torch.zeros(4)), "base", tag="solved-")


EXPECT = {'topic': 'optimisation',
 'verdict': 'any correct rewrite',
 'obligations': ['NaN', 'negated comparison'],
 'breaks': {35: 2},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions', 'values'],
 'unsafe': ['close']}
