"""Molecular dynamics: the neighbour mask is renewed when an atom has moved half of the skin."""

import torch
from torch import nn

from fxkit import build, randn


class VerletList(nn.Module):
    def __init__(self, n, cutoff=1.2, skin=0.4):
        super().__init__()
        self.cutoff = cutoff
        self.skin = skin
        self.register_buffer("reference", torch.full((n, 3), 1e3))
        self.register_buffer("neighbours", torch.zeros(n, n, dtype=torch.bool))
        self.register_buffer("rebuilds", torch.zeros((), dtype=torch.long))

    def needs_rebuild(self, pos):
        drift = (pos - self.reference).norm(dim=-1).max()
        return drift > 0.5 * self.skin

    def rebuild(self, pos):
        dist = torch.cdist(pos, pos)
        self.neighbours.copy_((dist < self.cutoff + self.skin) & ~torch.eye(len(pos), dtype=torch.bool))
        self.reference.copy_(pos)
        self.rebuilds += 1

    @torch.no_grad()
    def forward(self, pos):
        if self.needs_rebuild(pos):
            self.rebuild(pos)
        return self.neighbours


class SoftSphereStep(nn.Module):
    def __init__(self, n=4, dt=0.1, stiffness=2.0):
        super().__init__()
        self.verlet = VerletList(n)
        self.dt = dt
        self.stiffness = stiffness

    def forward(self, pos, vel):
        mask = self.verlet(pos)
        delta = pos[:, None] - pos[None]
        dist = (delta.square().sum(-1) + 1e-6).sqrt()
        overlap = (self.verlet.cutoff - dist).clamp(min=0) * mask
        force = self.stiffness * (overlap / dist)[..., None] * delta
        vel = vel + self.dt * force.sum(dim=1)
        return pos + self.dt * vel, vel


class Simulation(nn.Module):
    def __init__(self, steps=3):
        super().__init__()
        self.step = SoftSphereStep()
        self.steps = steps

    def forward(self, pos, vel):
        for _ in range(self.steps):
            pos, vel = self.step(pos, vel)
        return pos, vel


def load():
    return torch.compile(Simulation())


def cases():
    yield from build(load, lambda: (randn(4, 3), randn(4, 3, seed=1) * 0.1), "base")
    yield from build(load, lambda: (randn(4, 3), randn(4, 3, seed=1) * 2), "base grad", tag="fast-")

EXPECT = {'topic': 'molecules',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {30: 3},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 9,
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
