"""An evaluation reports accuracy only for the frequency groups of the long tail that occur."""

import torch
from torch import nn

from fxkit import build, ints, randn


class CosineClassifier(nn.Module):
    def __init__(self, dim=5, classes=6, scale=16.0):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(classes, dim))
        self.scale = scale

    def forward(self, x):
        x = nn.functional.normalize(x, dim=-1)
        return self.scale * x @ nn.functional.normalize(self.weight, dim=-1).t()


class ShotEvaluation(nn.Module):
    """Many, median and few shot classes by their number of training examples."""

    def __init__(self, counts=(900, 400, 60, 30, 8, 3), many=100, few=20):
        super().__init__()
        self.classifier = CosineClassifier(classes=len(counts))
        counts = torch.tensor(counts)
        groups = torch.where(counts > many, 0, torch.where(counts < few, 2, 1))
        self.register_buffer("group_of_class", groups)
        self.names = ("many", "median", "few")

    @torch.no_grad()
    def forward(self, features, labels):
        pred = self.classifier(features).argmax(dim=-1)
        correct = (pred == labels).float()
        group = self.group_of_class[labels]
        metrics = {"top1": correct.mean()}
        for i, name in enumerate(self.names):
            member = group == i
            n = member.sum()
            if n > 0:
                metrics[f"{name}_top1"] = (correct * member).sum() / n
        return metrics


def load():
    return torch.compile(ShotEvaluation())


def cases():
    yield from build(load, lambda: (randn(8, 5), torch.tensor([0, 1, 2, 3, 4, 5, 0, 2])), "base nan")
    yield from build(load, lambda: (randn(3, 5), torch.tensor([0, 1, 1])), "base", tag="many-only-")
    yield from build(load, lambda: (randn(4, 5), torch.tensor([4, 5, 0, 5])), "base", tag="extremes-")
    yield from build(load, lambda: (randn(5, 5), ints(0, 6, 5)), "base", tag="drawn-")

EXPECT = {'topic': 'evaluation',
 'kind': 'branch',
 'verdict': 'decline',
 'obligations': ['result structure'],
 'breaks': {40: 3},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['result structure'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
