"""A neural shallow water solver limits its reconstruction only in steps in which a height got negative."""

import torch
from torch import nn

from fxkit import build, randn


def positivity_limiter(left, right, mean, floor=1e-3):
    lowest = torch.minimum(left, right)
    theta = ((mean - floor) / (mean - lowest).clamp(min=1e-6)).clamp(0.0, 1.0)
    return mean + theta * (left - mean), mean + theta * (right - mean)


class SlopeNet(nn.Module):
    def __init__(self, width=6):
        super().__init__()
        self.net = nn.Sequential(nn.Conv1d(1, width, 3, padding=1), nn.Tanh(), nn.Conv1d(width, 1, 1))

    def forward(self, h):
        return self.net(h.unsqueeze(1)).squeeze(1)


class ShallowWaterStep(nn.Module):
    def __init__(self, dx=0.1, dt=0.01, limit=True):
        super().__init__()
        self.slopes = SlopeNet()
        self.dx, self.dt, self.limit = dx, dt, limit

    def reconstruct(self, h):
        s = self.slopes(h)
        left, right = h - 0.5 * s, h + 0.5 * s
        if self.limit:
            if (left < 0).any() or (right < 0).any():
                left, right = positivity_limiter(left, right, h)
        return left, right

    def forward(self, h, u):
        left, right = self.reconstruct(h)
        flux = torch.where(u > 0, right * u, left.roll(-1, dims=-1) * u)
        return h - self.dt / self.dx * (flux - flux.roll(1, dims=-1))


def load():
    return torch.compile(ShallowWaterStep())


def cases():
    yield from build(load, lambda: (randn(2, 6).abs() + 2.0, randn(2, 6)), "base grad nan")
    yield from build(load, lambda: (randn(2, 6).abs() * 0.05, randn(2, 6)), "base grad", tag="shallow-")
    yield from build(lambda: torch.compile(ShallowWaterStep(limit=False)), lambda: (randn(2, 6), randn(2, 6)), "base", tag="free-")

EXPECT = {'topic': 'physics',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {34: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['finite-grad'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
