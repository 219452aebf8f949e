"""The box head of a two-stage detector: regression for the class of each positive, over all sampled regions."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, ints, randn


def fastrcnn_loss(class_logits, box_regression, labels, regression_targets):
    classification_loss = F.cross_entropy(class_logits, labels)
    positives = torch.where(labels > 0)[0]
    labels_pos = labels[positives]
    n, num_classes = class_logits.shape
    box_regression = box_regression.reshape(n, box_regression.size(-1) // 4, 4)
    box_loss = F.smooth_l1_loss(
        box_regression[positives, labels_pos],
        regression_targets[positives],
        beta=1 / 9,
        reduction="sum",
    )
    return classification_loss, box_loss / labels.numel()


class BoxHead(nn.Module):
    def __init__(self, dim=4, num_classes=3):
        super().__init__()
        self.cls_score = nn.Linear(dim, num_classes)
        self.bbox_pred = nn.Linear(dim, num_classes * 4)

    def forward(self, x, labels, regression_targets):
        return fastrcnn_loss(self.cls_score(x), self.bbox_pred(x), labels, regression_targets)


def load():
    return torch.compile(BoxHead())


def cases():
    yield from build(load, lambda: (randn(6, 4), ints(0, 3, 6), randn(6, 4)), "base grad big")
    yield from build(load, lambda: (randn(6, 4), torch.zeros(6, dtype=torch.long), randn(6, 4)), "base", tag="background-")

EXPECT = {'topic': 'detection',
 'kind': 'where',
 'rewrites': [],
 'breaks': {12: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
