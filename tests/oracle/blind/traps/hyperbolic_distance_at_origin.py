"""Poincare embeddings: the distance is not differentiable at the origin, so that a point there takes another path."""

import torch
from torch import nn

from fxkit import build, randn


class PoincareBall(nn.Module):
    def __init__(self, c=1.0):
        super().__init__()
        self.c = c

    def logmap0(self, y):
        norm = y.norm(dim=-1)
        if norm.min() > 0:
            sqrt_c = self.c**0.5
            return y * (torch.atanh(sqrt_c * norm) / (sqrt_c * norm)).unsqueeze(-1)
        # to first order
        return y * 1.0


class HyperbolicClassifier(nn.Module):
    def __init__(self, dim=3, classes=2):
        super().__init__()
        self.ball = PoincareBall()
        self.scale = nn.Parameter(torch.tensor(0.5))
        self.fc = nn.Linear(dim, classes)

    def forward(self, x):
        ball = self.scale * torch.tanh(x) / x.shape[-1]
        return self.fc(self.ball.logmap0(ball))


def load():
    return torch.compile(HyperbolicClassifier())


def cases():
    yield from build(load, lambda: (randn(3, 3),), "base grad")
    yield from build(load, lambda: (torch.cat([randn(2, 3), torch.zeros(1, 3)]),), "base grad", tag="origin-")
    yield from build(load, lambda: (torch.zeros(2, 3),), "base grad", tag="all-")

EXPECT = {'topic': 'metric learning',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['gradient through where'],
 'breaks': {16: 4},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
