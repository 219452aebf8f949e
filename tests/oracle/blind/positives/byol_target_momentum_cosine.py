"""BYOL target network update with the cosine momentum schedule read from a step buffer."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class BYOL(nn.Module):
    def __init__(self, dim=4, base_tau=0.9, total_steps=4, start=0):
        super().__init__()
        self.online = nn.Sequential(nn.Linear(dim, dim), nn.ReLU(), nn.Linear(dim, 3))
        self.predictor = nn.Linear(3, 3)
        self.target = nn.Sequential(nn.Linear(dim, dim), nn.ReLU(), nn.Linear(dim, 3))
        for p in self.target.parameters():
            p.requires_grad_(False)
        self.register_buffer("step", torch.tensor(start))
        self.base_tau = base_tau
        self.total_steps = total_steps

    def tau(self):
        progress = min(self.step.item() / self.total_steps, 1.0)
        return 1 - (1 - self.base_tau) * (math.cos(math.pi * progress) + 1) / 2

    @torch.no_grad()
    def update_target(self):
        tau = self.tau()
        for p, q in zip(self.online.parameters(), self.target.parameters()):
            q.mul_(tau).add_(p * (1 - tau))
        self.step += 1

    def regression_loss(self, a, b):
        return 2 - 2 * F.cosine_similarity(a, b, dim=-1).mean()

    def forward(self, view1, view2):
        self.update_target()
        with torch.no_grad():
            t1, t2 = self.target(view1), self.target(view2)
        p1, p2 = self.predictor(self.online(view1)), self.predictor(self.online(view2))
        return 0.5 * (self.regression_loss(p1, t2) + self.regression_loss(p2, t1))


def cases():
    yield from build(lambda: torch.compile(BYOL()), lambda: (randn(3, 4), randn(3, 4, seed=1)), "base grad")
    yield from build(lambda: torch.compile(BYOL(start=3)), lambda: (randn(3, 4), randn(3, 4, seed=1)), "base", tag="late-")
    yield from build(lambda: torch.compile(BYOL(start=90)), lambda: (randn(3, 4), randn(3, 4, seed=1)), "base", tag="over-")

EXPECT = {'topic': 'self-supervised',
 'rewrites': ['R26', 'R23'],
 'breaks': {25: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close', 'grad-close']}
