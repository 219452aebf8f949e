"""Loss plateau weighting: the ratio of the current loss to the best of the recent ones."""

import torch
from torch import nn
import torch.nn.functional as F

from fxkit import build, randn


def ratio_to_best(loss, recent=[], keep=3):
    """`recent` survives between calls on purpose (one task per process)."""
    value = loss.item()
    recent.append(value)
    del recent[:-keep]
    best = min(recent)
    return value / best if best > 0 else 1.0


class PlateauWeighted(nn.Module):
    def __init__(self, recent):
        super().__init__()
        self.fc = nn.Linear(3, 2)
        self.recent = recent

    def forward(self, x, target):
        loss = F.smooth_l1_loss(self.fc(x), target)
        w = ratio_to_best(loss.detach(), self.recent)
        return loss * w, w


def cases():
    make = lambda *seen: lambda: torch.compile(PlateauWeighted(list(seen)))
    args = lambda: (randn(4, 3), randn(4, 2))
    yield from build(make(), args, "base", tag="first-")
    yield from build(make(0.2, 0.3), args, "base", tag="seen-")
    yield from build(make(0.2, float("nan")), args, "base", tag="late-gap-")
    yield from build(make(float("nan"), 0.2), args, "base", tag="early-gap-")
    yield from build(make(0.0), args, "base", tag="perfect-")


EXPECT = {'topic': 'training utilities',
 'verdict': 'any correct rewrite',
 'obligations': ['O10'],
 'breaks': {12: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['nan positions', 'values'],
 'unsafe': ['close', 'number-tensor', 'requires-grad', 'grad-close']}
