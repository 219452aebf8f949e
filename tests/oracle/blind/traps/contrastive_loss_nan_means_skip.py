"""Contrastive pretraining on graphs: a batch without positive pairs has no loss, and is skipped for it."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class PairLoss(nn.Module):
    """Mean squared distance over positive pairs; NaN where there are none."""

    def __init__(self, dim=4):
        super().__init__()
        self.project = nn.Linear(dim, dim)

    def forward(self, x, group):
        z = F.normalize(self.project(x), dim=-1)
        distance = 2.0 - 2.0 * z @ z.t()
        positive = (group[:, None] == group[None]) & ~torch.eye(len(group), dtype=torch.bool)
        return distance[positive].mean()


class Pretrainer:
    def __init__(self):
        self.criterion = torch.compile(PairLoss())
        self.skipped = 0
        self.losses = []

    def step(self, x, group):
        loss = self.criterion(x, group)
        if math.isnan(loss):
            self.skipped += 1
            return None
        self.losses.append(loss.detach())
        return loss


def load():
    return Pretrainer().step


def cases():
    yield from build(load, lambda: (randn(5, 4), torch.tensor([0, 1, 0, 1, 2])), "base grad")
    yield from build(load, lambda: (randn(5, 4), torch.arange(5)), "base", tag="unrelated-")

EXPECT = {'topic': 'graph',
 'kind': 'mask',
 'verdict': 'any correct rewrite',
 'obligations': ['O3', 'empty mask'],
 'breaks': {23: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['length', 'type', 'value'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
