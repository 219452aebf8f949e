"""Metric input format: predictions that do not lie in [0, 1] are taken for logits."""

import torch
from torch import nn

from fxkit import build, ints, rand, randn


def format_binary(preds, target, threshold=0.5, ignore_index=None):
    preds = preds.flatten()
    target = target.flatten()
    keep = torch.ones_like(target, dtype=torch.bool)
    if ignore_index is not None:
        keep = target != ignore_index
    if preds.is_floating_point():
        if not torch.all((preds >= 0) * (preds <= 1)):
            # preds is logits, convert with sigmoid
            preds = preds.sigmoid()
        preds = preds > threshold
    return preds, target, keep


class BinaryFBeta(nn.Module):
    def __init__(self, beta=2.0, ignore_index=None):
        super().__init__()
        self.beta2 = beta**2
        self.ignore_index = ignore_index
        for name in ("tp", "fp", "fn"):
            self.register_buffer(name, torch.zeros(()))

    def update(self, preds, target):
        preds, target, keep = format_binary(preds, target, ignore_index=self.ignore_index)
        positive = target == 1
        self.tp += (preds & positive & keep).sum()
        self.fp += (preds & ~positive & keep).sum()
        self.fn += (~preds & positive & keep).sum()

    def compute(self):
        denom = (1 + self.beta2) * self.tp + self.beta2 * self.fn + self.fp
        return torch.where(denom == 0, 0.0, (1 + self.beta2) * self.tp / denom)

    def forward(self, preds, target):
        self.update(preds, target)
        return self.compute()


def load(ignore_index=None):
    return torch.compile(BinaryFBeta(ignore_index=ignore_index))


def cases():
    yield from build(load, lambda: (randn(3, 4), ints(0, 2, 3, 4)), "base nan zero")
    yield from build(load, lambda: (rand(3, 4), ints(0, 2, 3, 4)), "base", tag="probs-")
    yield from build(lambda: load(-1), lambda: (rand(3, 4), ints(-1, 2, 3, 4)), "base", tag="ignored-")

EXPECT = {'topic': 'metrics',
 'kind': 'branches',
 'rewrites': [],
 'breaks': {16: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
