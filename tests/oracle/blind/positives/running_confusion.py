"""Evaluation step: streaming accuracy and mean IoU kept in a dictionary."""

from collections import OrderedDict

import torch
from torch import nn

from fxkit import build, ints, randn


def confusion_matrix(pred, target, num_classes):
    index = target * num_classes + pred
    flat = torch.zeros(num_classes * num_classes)
    flat = flat.scatter_add(0, index, torch.ones(index.shape[0]))
    return flat.view(num_classes, num_classes)


class Evaluator(nn.Module):
    def __init__(self, num_classes=3, in_dim=4):
        super().__init__()
        self.num_classes = num_classes
        self.net = nn.Linear(in_dim, num_classes)

    def iou(self, matrix):
        inter = matrix.diag()
        union = matrix.sum(0) + matrix.sum(1) - inter
        return (inter + 1e-6) / (union + 1e-6)

    @torch.no_grad()
    def forward(self, x, target):
        logits = self.net(x)
        loss = nn.functional.cross_entropy(logits, target)
        pred = logits.argmax(dim=1)
        acc = (pred == target).float().mean()
        matrix = confusion_matrix(pred, target, self.num_classes)
        results = OrderedDict()
        results["loss"] = loss.item()
        results["accuracy"] = acc.item()
        for i, value in enumerate(self.iou(matrix)):
            results[f"iou/class_{i}"] = value.item()
        return results


def load():
    return torch.compile(Evaluator())


def cases():
    yield from build(load, lambda: (randn(8, 4), ints(0, 3, 8)), "base big zero")
    yield from build(load, lambda: (randn(8, 4), torch.ones(8, dtype=torch.long)), "base", tag="one-")


EXPECT = {'topic': 'metrics',
 'kind': 'accumulator_items',
 'rewrites': [],
 'breaks': {37: 1, 38: 2, 40: 1},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['number-tensor']}
