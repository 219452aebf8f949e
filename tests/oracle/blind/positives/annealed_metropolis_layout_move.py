"""Simulated annealing of a floor plan: one proposal per call, worse plans accepted with Boltzmann probability."""

import math

import torch
from torch import nn

from fxkit import randn


class Annealer(nn.Module):
    def __init__(self, n=4, t0=1.0, cooling=0.9, step=0.3):
        super().__init__()
        self.register_buffer("pos", randn(n, 2))
        self.register_buffer("best", self.pos.clone())
        self.register_buffer("best_cost", torch.tensor(float("inf")))
        self.t0, self.cooling, self.step = t0, cooling, step
        self.moves = 0
        self.accepted = 0

    def temperature(self):
        return self.t0 * math.pow(self.cooling, self.moves)

    def cost(self, pos, nets):
        wire = (pos[nets[:, 0]] - pos[nets[:, 1]]).abs().sum()
        d = torch.cdist(pos, pos) + torch.eye(len(pos)) * 10
        overlap = torch.relu(0.5 - d).sum()
        return wire + 5.0 * overlap

    @torch.no_grad()
    def forward(self, nets, proposal, u):
        old = self.cost(self.pos, nets)
        candidate = self.pos + self.step * proposal
        new = self.cost(candidate, nets)
        delta = new - old
        if delta <= 0 or u < torch.exp(-delta / self.temperature()):
            self.pos.copy_(candidate)
            self.accepted += 1
            current = new
        else:
            current = old
        if current < self.best_cost:
            self.best_cost.copy_(current)
            self.best.copy_(self.pos)
        self.moves += 1
        return current, self.best_cost.clone()


def move(scale, u, **kw):
    def make():
        nets = torch.tensor([[0, 1], [1, 2], [2, 3]])
        return torch.compile(Annealer(**kw)), (nets, randn(4, 2, seed=8) * scale, torch.tensor(u)), {}

    return make


def cases():
    yield "small", move(0.1, 0.5)
    yield "wild-rejected", move(20.0, 0.99)
    yield "wild-accepted", move(20.0, 1e-12, t0=1e4)
    yield "none", move(0.0, 0.5)
    yield "nan", move(float("nan"), 0.5)


EXPECT = {'topic': 'optimisation',
 'rewrites': [],
 'breaks': {36: 3, 42: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'number-tensor', 'close']}
