"""A click model reports how well calibrated a batch is, next to the loss."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, rand, randn


class FactorizationMachine(nn.Module):
    def __init__(self, num_features=12, dim=3):
        super().__init__()
        self.bias = nn.Parameter(torch.zeros(()))
        self.linear = nn.Embedding(num_features, 1)
        self.factors = nn.Embedding(num_features, dim)

    def forward(self, ids):
        v = self.factors(ids)
        pairwise = 0.5 * (v.sum(dim=1).square() - v.square().sum(dim=1)).sum(dim=-1)
        return self.bias + self.linear(ids).squeeze(-1).sum(dim=1) + pairwise


class CTRTask(nn.Module):
    """Wraps a scorer with its loss and the figures that the dashboard shows."""

    def __init__(self):
        super().__init__()
        self.scorer = FactorizationMachine()

    def calibration(self, prob, clicks):
        return prob.mean().item() / max(clicks.mean().item(), 1e-6)

    def forward(self, ids, clicks, weight):
        logits = self.scorer(ids)
        loss = F.binary_cross_entropy_with_logits(logits, clicks, weight=weight)
        prob = logits.sigmoid()
        return {"loss": loss, "prob": prob, "summary": {"calibration": self.calibration(prob, clicks)}}


def load():
    return torch.compile(CTRTask())


def clicks(*at):
    out = torch.zeros(6)
    out[list(at)] = 1.0
    return out


def cases():
    yield from build(load, lambda: (ints(0, 12, 6, 3), clicks(0, 4), rand(6)), "base zero")
    yield from build(load, lambda: (ints(0, 12, 6, 3, seed=2), clicks(), rand(6)), "base", tag="noclick-")

EXPECT = {'rewrites': [],
 'topic': 'recommender',
 'kind': 'numbers',
 'breaks': {31: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
