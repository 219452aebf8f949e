"""A solver keeps its step size in double precision; the time of the state stays in single precision."""

import torch
from torch import nn

from fxkit import build, randn


class Drift(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.lin = nn.Linear(dim, dim)

    def forward(self, t, y):
        return torch.tanh(self.lin(y)) * torch.exp(-t)


class MidpointSolver(nn.Module):
    def __init__(self, step=0.1):
        super().__init__()
        self.drift = Drift()
        self.register_buffer("step_size", torch.tensor(step, dtype=torch.float64))

    def forward(self, t, y):
        """t: scalar tensor, y: (batch, dim)."""
        h = self.step_size.item()
        k = self.drift(t, y)
        mid = self.drift(t + 0.5 * h, y + 0.5 * h * k)
        return t + h, y + h * mid


class Rollout:
    def __init__(self, steps=2):
        self.solver = torch.compile(MidpointSolver())
        self.steps = steps

    def __call__(self, t, y):
        for _ in range(self.steps):
            t, y = self.solver(t, y)
        return t, y


def cases():
    yield from build(Rollout, lambda: (torch.tensor(0.25), randn(2, 3)), "base grad zero")

EXPECT = {'topic': 'physics',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['O8', 'dtype promotion'],
 'breaks': {26: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['dtype'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
