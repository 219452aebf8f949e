"""Diarization: the loss of a batch without speech is its plain sum, which is zero."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class PowersetHead(nn.Module):
    """Frame wise speaker activity from encoder features."""

    def __init__(self, dim=4, speakers=2):
        super().__init__()
        self.lstm_out = nn.Linear(dim, dim)
        self.classifier = nn.Linear(dim, speakers)

    def forward(self, feats):
        return self.classifier(F.leaky_relu(self.lstm_out(feats)))


class DiarizationTask(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = PowersetHead()

    def speech_loss(self, logits, target):
        speech = target.sum(dim=-1) > 0
        loss = F.binary_cross_entropy_with_logits(logits, target, reduction="none").mean(dim=-1)
        total = (loss * speech).sum()
        count = speech.sum()
        return total / count if count > 0 else total

    def forward(self, feats, target):
        logits = self.head(feats)
        return {"loss": self.speech_loss(logits, target), "scores": logits.sigmoid()}


def load():
    return torch.compile(DiarizationTask())


def cases():
    yield from build(load, lambda: (randn(2, 5, 4), ints(0, 2, 2, 5, 2).float()), "base grad zero nan")
    yield from build(load, lambda: (randn(2, 5, 4), torch.zeros(2, 5, 2)), "base grad", tag="silent-")

EXPECT = {'rewrites': [],
 'topic': 'speech',
 'kind': 'branch',
 'breaks': {32: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
