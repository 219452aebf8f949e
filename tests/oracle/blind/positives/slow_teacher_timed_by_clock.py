"""Distillation that counts how many batches took longer than the budget allows, by the clock of the process."""

import time

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class TimedDistiller(nn.Module):
    def __init__(self, dim=4, classes=3, temperature=2.0, budget=3600.0):
        super().__init__()
        self.teacher = nn.Sequential(nn.Linear(dim, 8), nn.ReLU(), nn.Linear(8, classes)).requires_grad_(False)
        self.student = nn.Linear(dim, classes)
        self.temperature = temperature
        self.budget = budget
        self.late = 0

    def kl(self, student, teacher):
        t = self.temperature
        return F.kl_div((student / t).log_softmax(-1), (teacher / t).softmax(-1), reduction="batchmean") * t * t

    def forward(self, x, weight=1.0):
        start = time.perf_counter()
        with torch.no_grad():
            target = self.teacher(x)
        loss = weight * self.kl(self.student(x), target)
        if time.perf_counter() - start > self.budget:
            self.late += 1
        return loss


def load():
    return torch.compile(TimedDistiller())


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base grad nan")
    yield from build(lambda: torch.compile(TimedDistiller(budget=-1.0)), lambda: (randn(3, 4),), "base", kwargs={"weight": 0.5}, tag="late-")

EXPECT = {'topic': 'training utilities, distillation',
 'kind': 'clock inside the forward',
 'rewrites': [],
 'breaks': {26: 1, 30: 3},
 'gb': ['GB0007'],
 'skips': 0,
 'graphs_per_call': 1,
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
