"""Physics-informed training objective: weighted sum of residual terms that a generator produces, with a log of each."""

import torch
from torch import nn

from fxkit import build, rand, randn


class HeatPINN(nn.Module):
    """u_t = k u_xx on the unit interval; derivatives by finite differences of the network."""

    def __init__(self, width=5, k=0.1, h=0.05):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, width), nn.Tanh(), nn.Linear(width, 1))
        self.k, self.h = k, h
        self.weights = {"residual": 1.0, "boundary": 10.0, "initial": 5.0}

    def u(self, x, t):
        return self.net(torch.stack([x, t], -1)).squeeze(-1)

    def residual(self, x, t):
        h = self.h
        u_t = (self.u(x, t + h) - self.u(x, t - h)) / (2 * h)
        u_xx = (self.u(x + h, t) - 2 * self.u(x, t) + self.u(x - h, t)) / h ** 2
        return u_t - self.k * u_xx

    def terms(self, x, t):
        yield "residual", self.residual(x, t).pow(2).mean()
        zero = torch.zeros_like(t)
        yield "boundary", self.u(zero, t).pow(2).mean() + self.u(zero + 1, t).pow(2).mean()
        yield "initial", (self.u(x, zero) - torch.sin(3.14159 * x)).pow(2).mean()

    def forward(self, x, t):
        total, log = 0.0, {}
        for name, value in self.terms(x, t):
            total = total + self.weights[name] * value
            log[f"loss/{name}"] = value.item()
        log["loss/worst"] = max(log, key=log.get)
        return total, log


def heat_model():
    return torch.compile(HeatPINN())


def cases():
    yield from build(heat_model, lambda: (rand(5), rand(5, seed=1)), "base zero")
    yield from build(heat_model, lambda: (randn(5) * 20, rand(5, seed=1) * 9), "base", tag="outside-")

EXPECT = {'topic': 'physics',
 'rewrites': ['R21', 'R36'],
 'breaks': {37: 1},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close', 'number-tensor']}
