"""Binary classification of sensor faults: precision, recall and F1 from counted decisions."""

import torch
import torch.nn as nn

from fxkit import bools, build, randn


def binary_f1(pred, target):
    tp = (pred & target).sum().item()
    fp = (pred & ~target).sum().item()
    fn = (~pred & target).sum().item()
    precision = tp / (tp + fp) if tp + fp > 0 else 0.0
    recall = tp / (tp + fn) if tp + fn > 0 else 0.0
    f1 = 2 * precision * recall / (precision + recall) if precision + recall > 0 else 0.0
    return precision, recall, f1


class FaultDetector(nn.Module):
    def __init__(self, sensors=4, threshold=0.5):
        super().__init__()
        self.net = nn.Linear(sensors, 1)
        self.threshold = threshold

    def forward(self, x, target):
        prob = torch.sigmoid(self.net(x)).squeeze(-1)
        loss = nn.functional.binary_cross_entropy(prob, target.float())
        precision, recall, f1 = binary_f1(prob > self.threshold, target)
        return loss, {"precision": precision, "recall": recall, "f1": f1}


def load():
    return torch.compile(FaultDetector())


def cases():
    yield from build(load, lambda: (randn(8, 4), bools(8)), "base grad true false")

EXPECT = {'topic': 'metrics',
 'kind': 'item',
 'rewrites': [],
 'breaks': {10: 2, 11: 2, 12: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['number-tensor', 'close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
