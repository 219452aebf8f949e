"""Regression of clinical scores: visits without a score hold NaN and are left out by a mask."""

import torch
from torch import nn

from fxkit import build, randn


class VisitEncoder(nn.Module):
    def __init__(self, features=4, dim=5):
        super().__init__()
        self.inp = nn.Linear(features, dim)
        self.norm = nn.LayerNorm(dim)

    def forward(self, visits):
        return torch.relu(self.norm(self.inp(visits)))


class ScoreRegressor(nn.Module):
    """Huber loss over the visits that were scored."""

    def __init__(self, delta=1.0):
        super().__init__()
        self.encoder = VisitEncoder()
        self.head = nn.Linear(5, 1)
        self.delta = delta

    def forward(self, visits, scores, scored):
        pred = self.head(self.encoder(visits)).squeeze(-1)
        loss = nn.functional.huber_loss(pred, scores, reduction="none", delta=self.delta)
        return loss[scored].mean(), pred


def load():
    return torch.compile(ScoreRegressor())


def visits():
    scores = randn(3, 4)
    scored = torch.tensor([[1, 0, 1, 1], [0, 0, 1, 0], [1, 1, 1, 0]]).bool()
    return randn(3, 4, 4), scores.masked_fill(~scored, float("nan")), scored


def cases():
    yield from build(load, visits, "base zero grad")

EXPECT = {'topic': 'medical',
 'kind': 'mask',
 'verdict': 'any correct rewrite',
 'obligations': ['O9', 'R30', 'NaN'],
 'breaks': {31: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
