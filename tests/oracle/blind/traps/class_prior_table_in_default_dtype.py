"""Logit adjustment for long-tailed recognition: log priors from running class counts kept in double precision."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class LogitAdjustedLoss(nn.Module):
    def __init__(self, num_classes=4, tau=1.0):
        super().__init__()
        self.num_classes = num_classes
        self.tau = tau
        self.register_buffer("counts", torch.ones(num_classes, dtype=torch.float64))

    def observe(self, labels):
        for c in range(self.num_classes):
            self.counts[c] += (labels == c).sum()

    def log_prior(self):
        total = self.counts.sum()
        return torch.tensor([torch.log(self.counts[c] / total).item() for c in range(self.num_classes)])

    def forward(self, logits, labels):
        self.observe(labels)
        adjusted = logits + self.tau * self.log_prior()
        return F.cross_entropy(adjusted, labels), adjusted.argmax(-1)


def cases():
    make = lambda: torch.compile(LogitAdjustedLoss())
    yield from build(make, lambda: (randn(5, 4), ints(0, 4, 5)), "base grad", tag="mixed-")
    yield from build(make, lambda: (randn(5, 4), torch.zeros(5, dtype=torch.long)), "base", tag="head-")
    yield from build(lambda: torch.compile(LogitAdjustedLoss(tau=0.0)), lambda: (randn(5, 4), ints(0, 4, 5)), "base", tag="off-")

EXPECT = {'topic': 'classification',
 'verdict': 'any correct rewrite',
 'obligations': ['O8', 'R21'],
 'breaks': {23: 4},
 'gb': ['GB0124', 'GB7000'],
 'naive_differs_in': ['dtype'],
 'unsafe': ['close', 'grad-close', 'number-tensor']}
