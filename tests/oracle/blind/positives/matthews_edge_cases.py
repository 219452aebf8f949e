"""Matthews correlation of a binary confusion matrix with the edge cases of a metrics library."""

import torch
from torch import nn

from fxkit import build, randn


def confusion_matrix(preds, target, num_classes=2):
    unique = target * num_classes + preds
    return torch.bincount(unique.flatten(), minlength=num_classes**2).view(num_classes, num_classes)


def matthews_corrcoef_reduce(confmat):
    tn, fp, fn, tp = confmat.reshape(-1).float()
    if tp + tn != 0 and fp + fn == 0:
        return torch.tensor(1.0)
    if tp + tn == 0 and fp + fn != 0:
        return torch.tensor(-1.0)

    numerator = tp * tn - fp * fn
    denom = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    if denom == 0:
        if tp + tn != 0:
            a, b = tp + tn, fp + fn
        else:
            a, b = fp + fn, tp + tn
        eps = torch.tensor(torch.finfo(torch.float32).eps)
        numerator = torch.sqrt(eps) * (a - b)
        denom = (tp + fp + eps) * (tp + fn + eps) * (tn + fp + eps) * (tn + fn + eps)
    return numerator / torch.sqrt(denom)


class BinaryMatthews(nn.Module):
    def __init__(self, dim=3, threshold=0.5):
        super().__init__()
        self.fc = nn.Linear(dim, 1)
        self.threshold = threshold

    def forward(self, x, target):
        probs = self.fc(x).squeeze(-1).sigmoid()
        preds = (probs > self.threshold).long()
        return matthews_corrcoef_reduce(confusion_matrix(preds, target)), probs


def load():
    return torch.compile(BinaryMatthews())


def cases():
    yield from build(load, lambda: (randn(6, 3) * 3, torch.tensor([0, 1, 0, 1, 1, 0])), "base grad nan")
    yield from build(load, lambda: (randn(6, 3) * 3, torch.ones(6, dtype=torch.long)), "base", tag="ones-")
    yield from build(load, lambda: (torch.full((2, 3), 9.0), torch.tensor([0, 1])), "base", tag="constant-")

EXPECT = {'topic': 'metrics',
 'kind': 'branches',
 'rewrites': [],
 'breaks': {11: 3, 16: 1, 18: 1, 23: 1, 24: 1},
 'gb': ['GB0036', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 9,
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
