"""Particle swarm optimisation over the input of a small surrogate; personal and global bests are kept by comparison."""

import torch
from torch import nn

from fxkit import build, randn


class Surrogate(nn.Module):
    def __init__(self, dim=2):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, 6), nn.Tanh(), nn.Linear(6, 1))

    def forward(self, x):
        return self.net(x).squeeze(-1) + 0.1 * x.square().sum(dim=-1)


class Swarm(nn.Module):
    def __init__(self, particles=4, dim=2, w=0.7, c1=1.4, c2=1.4):
        super().__init__()
        self.objective = Surrogate(dim)
        self.w, self.c1, self.c2 = w, c1, c2
        self.register_buffer("velocity", torch.zeros(particles, dim))
        self.register_buffer("pbest", torch.zeros(particles, dim))
        self.register_buffer("pbest_value", torch.full((particles,), float("inf")))
        self.register_buffer("gbest", torch.zeros(dim))
        self.register_buffer("gbest_value", torch.tensor(float("inf")))

    def update_bests(self, x, fitness):
        for i in range(x.shape[0]):
            if fitness[i] < self.pbest_value[i]:
                self.pbest_value[i] = fitness[i]
                self.pbest[i] = x[i]
            if fitness[i] < self.gbest_value:
                self.gbest_value.copy_(fitness[i])
                self.gbest.copy_(x[i])

    @torch.no_grad()
    def forward(self, x, r1, r2):
        self.update_bests(x, self.objective(x))
        pull = self.c1 * r1 * (self.pbest - x) + self.c2 * r2 * (self.gbest - x)
        self.velocity.mul_(self.w).add_(pull)
        return x + self.velocity


class Optimiser:
    def __init__(self):
        self.swarm = Swarm()
        self.step = torch.compile(self.swarm)

    def iterate(self, x, r1, r2):
        x = self.step(x + 0.1 * self.swarm.velocity, r1, r2)
        return x, self.swarm.gbest.clone()


def load():
    return Optimiser().iterate


def cases():
    yield from build(load, lambda: (randn(4, 2), randn(4, 2, seed=1).abs(), randn(4, 2, seed=2).abs()), "base big nan")

EXPECT = {'topic': 'optimisers',
 'kind': 'branches',
 'rewrites': [],
 'breaks': {31: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
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
