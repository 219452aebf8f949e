"""Detection-style loss dict with the one-line console summary every few iterations."""

import torch
from torch import nn
import torch.nn.functional as F

from fxkit import build, ints, randn


class ConsoleMixin:
    every = 2

    def summary(self, losses):
        parts = [f"{k}={v.item():.4f}" for k, v in losses.items()]
        return ", ".join(parts)

    def maybe_show(self, losses):
        if self.iteration % self.every == 0:
            print(f"iter {self.iteration}: " + self.summary(losses))
        self.iteration += 1


class TwoHeadLoss(ConsoleMixin, nn.Module):
    def __init__(self, dim=4, classes=3, box_weight=2.0):
        super().__init__()
        self.iteration = 0
        self.cls = nn.Linear(dim, classes + 1)
        self.box = nn.Linear(dim, 4)
        self.box_weight = box_weight

    def forward(self, feats, labels, deltas):
        logits = self.cls(feats)
        losses = {"cls": F.cross_entropy(logits, labels)}
        fg = labels > 0
        if fg.any():
            box = F.smooth_l1_loss(self.box(feats)[fg], deltas[fg], reduction="sum") / fg.sum()
        else:
            box = self.box(feats).sum() * 0
        losses["box"] = box * self.box_weight
        losses["total"] = losses["cls"] + losses["box"]
        self.maybe_show(losses)
        return losses


def cases():
    make = lambda: torch.compile(TwoHeadLoss())
    yield from build(make, lambda: (randn(4, 4), ints(0, 4, 4), randn(4, 4, seed=3)), "base", tag="mixed-")
    yield from build(make, lambda: (randn(4, 4), torch.zeros(4, dtype=torch.long), randn(4, 4, seed=3)), "base", tag="background-")
    yield from build(make, lambda: (randn(2, 4), torch.tensor([1, 3]), randn(2, 4, seed=3)), "base", tag="foreground-")


EXPECT = {'topic': 'detection',
 'rewrites': [],
 'breaks': {14: 4, 19: 1, 35: 2, 36: 2},
 'gb': ['GB0036', 'GB0059', 'GB0092', 'GB0124', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'shown-history', 'close', 'grad-close']}
