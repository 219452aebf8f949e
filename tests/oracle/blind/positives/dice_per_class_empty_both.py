"""Dice score per structure; a structure absent from both counts as perfect."""

import torch
import torch.nn as nn

from fxkit import build, ints, randn


class DiceMetric(nn.Module):
    def __init__(self, num_classes=4, include_background=False):
        super().__init__()
        self.num_classes = num_classes
        self.include_background = include_background

    def dice(self, pred, gt):
        if gt.sum() == 0:
            return 1.0 if pred.sum() == 0 else 0.0
        intersection = (pred * gt).sum()
        return (2.0 * intersection / (pred.sum() + gt.sum())).item()

    def forward(self, logits, target):
        seg = logits.argmax(1)
        scores = []
        for c in range(0 if self.include_background else 1, self.num_classes):
            scores.append(self.dice((seg == c).float(), (target == c).float()))
        return scores, sum(scores) / len(scores)


def load():
    return torch.compile(DiceMetric())


def load_bg():
    return torch.compile(DiceMetric(include_background=True))


def cases():
    yield from build(load, lambda: (randn(2, 4, 3, 3), ints(0, 4, 2, 3, 3)), "base neg")
    yield from build(load, lambda: (randn(2, 4, 3, 3), torch.zeros(2, 3, 3, dtype=torch.long)), "base", tag="healthy-")
    yield from build(load_bg, lambda: (-torch.arange(4.0).view(1, 4, 1, 1).expand(2, 4, 3, 3), torch.ones(2, 3, 3, dtype=torch.long)), "base", tag="miss-")


EXPECT = {'topic': 'medical',
 'rewrites': ['R4', 'R6'],
 'breaks': {16: 2, 17: 1, 19: 1},
 'gb': ['GB0124', 'GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 8,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
