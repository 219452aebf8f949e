"""Onsets-and-frames loss: velocity counts only at true onsets; metrics are kept as floats for the progress bar."""

import torch
from torch import nn
import torch.nn.functional as F

from fxkit import build, rand, randn


class OnsetsAndVelocity(nn.Module):
    def __init__(self, dim=4, pitches=3):
        super().__init__()
        self.trunk = nn.Linear(dim, dim)
        self.onset = nn.Linear(dim, pitches)
        self.velocity = nn.Linear(dim, pitches)

    def velocity_loss(self, pred, label, onset_label):
        denominator = onset_label.sum()
        if denominator.item() == 0:
            return denominator
        return (onset_label * (label - pred) ** 2).sum() / denominator

    def forward(self, mel, onset_label, velocity_label):
        h = torch.tanh(self.trunk(mel))
        onset_logit = self.onset(h)
        losses = {
            "loss/onset": F.binary_cross_entropy_with_logits(onset_logit, onset_label),
            "loss/velocity": self.velocity_loss(self.velocity(h), velocity_label, onset_label),
        }
        pred = torch.sigmoid(onset_logit) > 0.5
        hit = (pred & (onset_label > 0)).sum().item()
        precision = hit / max(pred.sum().item(), 1)
        recall = hit / max(int(onset_label.sum()), 1)
        metrics = {"precision": precision, "recall": recall}
        return sum(losses.values()), losses, metrics


def cases():
    make = lambda: torch.compile(OnsetsAndVelocity())
    y = lambda p: (rand(2, 3, 3) < p).float()
    yield from build(make, lambda: (randn(2, 3, 4), y(0.3), rand(2, 3, 3, seed=5)), "base", tag="usual-")
    yield from build(make, lambda: (randn(2, 3, 4), y(0.0), rand(2, 3, 3, seed=5)), "base", tag="silence-")
    yield from build(make, lambda: (randn(2, 3, 4), y(1.0), rand(2, 3, 3, seed=5)), "base", tag="all-")


EXPECT = {'topic': 'music',
 'rewrites': [],
 'breaks': {19: 1, 31: 1, 32: 1, 33: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 7,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'number-tensor', 'close']}
