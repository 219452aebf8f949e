"""Pinball loss of a temporal fusion transformer with a per-quantile report."""

import torch
import torch.nn as nn

from fxkit import build, randn


class QuantileLoss(nn.Module):
    def __init__(self, quantiles=(0.1, 0.5, 0.9)):
        super().__init__()
        self.quantiles = quantiles
        self.last_report = {}

    def pinball(self, pred, target, q):
        err = target - pred
        return torch.max((q - 1) * err, q * err)

    def forward(self, y_pred, target):
        losses, report = [], {}
        for i, q in enumerate(self.quantiles):
            loss = self.pinball(y_pred[..., i], target, q)
            coverage = (target <= y_pred[..., i]).float().mean()
            report[f"q{int(q * 100)}"] = loss.mean().item()
            report[f"coverage{int(q * 100)}"] = coverage.item()
            losses.append(loss)
        self.last_report = report
        return torch.stack(losses, -1).sum(-1).mean()


def make_loss():
    return torch.compile(QuantileLoss())


def cases():
    yield from build(make_loss, lambda: (randn(2, 4, 3), randn(2, 4)), "base grad nan")
    yield from build(make_loss, lambda: (randn(2, 4, 3, seed=5), randn(2, 4, seed=6)), "base half", tag="other-")

EXPECT = {'topic': 'time series',
 'rewrites': [],
 'breaks': {24: 1},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['number-tensor']}
