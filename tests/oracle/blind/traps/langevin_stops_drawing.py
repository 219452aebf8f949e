"""Annealed Langevin sampling draws no more noise once the score is small."""

import torch
from torch import nn

from fxkit import build, randn


class ScoreNet(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, 6), nn.Softplus(), nn.Linear(6, dim))

    def forward(self, x, sigma):
        return (self.net(x) - x) / sigma


class AnnealedLangevin(nn.Module):
    def __init__(self, sigmas=(1.0, 0.5, 0.1), n_steps_each=2, step_lr=0.02, tolerance=0.5):
        super().__init__()
        self.scorenet = ScoreNet()
        self.sigmas = sigmas
        self.n_steps_each = n_steps_each
        self.step_lr = step_lr
        self.tolerance = tolerance

    @torch.no_grad()
    def forward(self, x):
        for sigma in self.sigmas:
            step_size = self.step_lr * (sigma / self.sigmas[-1]) ** 2
            for _ in range(self.n_steps_each):
                grad = self.scorenet(x, sigma)
                if grad.norm(dim=-1).mean() < self.tolerance:
                    break
                noise = torch.randn_like(x)
                x = x + step_size * grad + noise * (2 * step_size) ** 0.5
        return x


def load():
    return torch.compile(AnnealedLangevin())


def load_lax():
    return torch.compile(AnnealedLangevin(tolerance=3.0))


def cases():
    yield from build(load, lambda: (randn(2, 3),), "base zero nan big")
    yield from build(load_lax, lambda: (0.1 * randn(2, 3),), "base", tag="lax-")

EXPECT = {'topic': 'diffusion',
 'kind': 'loops',
 'verdict': 'decline',
 'obligations': ['random numbers'],
 'breaks': {33: 2},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['random state'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history']}
