"""Soft-boundary Deep SVDD: the radius of the sphere is a quantile of the distances, refreshed after the warm-up."""

import numpy as np
import torch
from torch import nn

from fxkit import build, randn


def get_radius(dist, nu):
    """Optimally solve for radius R via the (1-nu)-quantile of distances."""
    return float(np.quantile(np.sqrt(dist.clone().data.cpu().numpy()), 1 - nu))


class Encoder(nn.Module):
    def __init__(self, dim=4, rep=3):
        super().__init__()
        self.fc1 = nn.Linear(dim, 6, bias=False)
        self.fc2 = nn.Linear(6, rep, bias=False)

    def forward(self, x):
        return self.fc2(nn.functional.leaky_relu(self.fc1(x)))


class DeepSVDD(nn.Module):
    def __init__(self, objective="soft-boundary", nu=0.1, warm_up=1):
        super().__init__()
        self.net = Encoder()
        self.objective, self.nu, self.warm_up = objective, nu, warm_up
        self.register_buffer("c", torch.full((3,), 0.1))
        self.register_buffer("R", torch.tensor(0.0))
        self.epoch = 0

    def forward(self, inputs):
        outputs = self.net(inputs)
        dist = torch.sum((outputs - self.c) ** 2, dim=1)
        if self.objective == "soft-boundary":
            scores = dist - self.R**2
            loss = self.R**2 + (1 / self.nu) * torch.mean(torch.max(torch.zeros_like(scores), scores))
        else:
            scores, loss = dist, torch.mean(dist)
        # Update hypersphere radius R on mini-batch distances
        if self.objective == "soft-boundary" and self.epoch >= self.warm_up:
            self.R.data = torch.tensor(get_radius(dist, self.nu), dtype=self.R.dtype)
        self.epoch += 1
        return loss, scores


def load(objective="soft-boundary", nu=0.1, warm_up=1):
    return torch.compile(DeepSVDD(objective, nu, warm_up))


def cases():
    yield from build(load, lambda: (randn(8, 4),), "base grad zero")
    yield from build(lambda: load(nu=0.37, warm_up=0), lambda: (randn(7, 4),), "base", tag="early-")
    yield from build(lambda: load("one-class"), lambda: (randn(8, 4),), "base", tag="hard-")

EXPECT = {'topic': 'anomaly',
 'kind': 'numpy',
 'rewrites': [],
 'breaks': {12: 3},
 'gb': ['GB0033'],
 'skips': 0,
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
