"""Pitch loss of a speech synthesizer on voiced frames, with a guarded count."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class VariancePredictor(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.conv = nn.Conv1d(dim, dim, 3, padding=1)
        self.out = nn.Linear(dim, 1)

    def forward(self, x):
        h = self.conv(x.transpose(1, 2)).transpose(1, 2).relu()
        return self.out(h).squeeze(-1)


class PitchLoss(nn.Module):
    def __init__(self):
        super().__init__()
        self.predictor = VariancePredictor()

    def forward(self, text_hidden, f0):
        voiced = f0 > 0
        pred = self.predictor(text_hidden)
        huber = F.huber_loss(pred, f0, reduction="none", delta=0.5)
        loss = huber[voiced].sum() / torch.clamp(voiced.sum(), min=1)
        return loss, pred


def load():
    return torch.compile(PitchLoss())


def cases():
    yield from build(load, lambda: (randn(2, 6, 4), randn(2, 6)), "base grad big zero")
    yield from build(load, lambda: (randn(2, 6, 4), -randn(2, 6).abs()), "base", tag="unvoiced-")

EXPECT = {'topic': 'speech',
 'rewrites': ['R30'],
 'breaks': {30: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
