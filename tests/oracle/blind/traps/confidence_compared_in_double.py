"""An early-exit network leaves at a confidence of 0.7, compared as Python numbers."""

import torch
from torch import nn

from fxkit import build, randn


class InternalClassifier(nn.Module):
    """Stage of the encoder with its own exit."""

    def __init__(self, dim, classes):
        super().__init__()
        self.layer = nn.Sequential(nn.Linear(dim, dim), nn.Tanh())
        self.exit = nn.Linear(dim, classes)

    def forward(self, x):
        h = self.layer(x)
        return h, self.exit(h)


class DeeBERT(nn.Module):
    def __init__(self, dim=4, classes=3, depth=2, threshold=0.7):
        super().__init__()
        self.stages = nn.ModuleList(InternalClassifier(dim, classes) for _ in range(depth))
        self.threshold = threshold

    def should_exit(self, confidence):
        return confidence.item() >= self.threshold

    def forward(self, x, prior):
        logits = None
        for i, stage in enumerate(self.stages):
            x, logits = stage(x)
            confidence = prior[i] + 0.0 * logits.softmax(dim=-1).max()
            if self.should_exit(confidence):
                return logits, confidence
        return logits, confidence


def load(threshold=0.7):
    return torch.compile(DeeBERT(threshold=threshold))


def cases():
    yield from build(load, lambda: (randn(4), torch.tensor([0.6, 0.9])), "base grad nan")
    yield from build(load, lambda: (randn(4), torch.tensor([0.7, 0.9])), "base", tag="equal-")
    yield from build(load, lambda: (randn(4), torch.tensor([0.8, 0.1])), "base grad", tag="early-")
    yield from build(lambda: load(0.5), lambda: (randn(4), torch.tensor([0.5, 0.9])), "base", tag="exact-")

EXPECT = {'topic': 'language',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['dtype', 'values'],
 'breaks': {29: 4},
 'gb': ['GB0124'],
 'naive_differs_in': ['values', 'gradients'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
