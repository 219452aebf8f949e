"""Proposals that are too thin are widened through a slice of the tensor that belongs to the caller."""

import torch
from torch import nn

from fxkit import build, randn


def enforce_min_size(boxes, min_size):
    sizes = boxes[:, 2:]
    thin = sizes < min_size
    sizes[thin] = 0.5 * (sizes[thin].abs() + min_size)
    return boxes


class ProposalScorer(nn.Module):
    def __init__(self, dim=4, min_size=0.5):
        super().__init__()
        self.fc = nn.Linear(dim + 4, 1)
        self.min_size = min_size

    def forward(self, feats, boxes):
        boxes = enforce_min_size(boxes, self.min_size)
        area = boxes[:, 2] * boxes[:, 3]
        score = self.fc(torch.cat([feats, boxes], dim=1)).squeeze(-1)
        return score.sigmoid() * area.rsqrt()


class ProposalPool:
    """The pool hands out its own tensor and reads the sizes again after scoring."""

    def __init__(self):
        self.boxes = torch.cat([randn(5, 2), randn(5, 2, seed=3)], dim=1)
        self.scorer = torch.compile(ProposalScorer())

    def rank(self, feats, shrink):
        self.boxes[:, 2:] -= shrink
        with torch.no_grad():
            scores = self.scorer(feats, self.boxes)
        return scores, self.boxes[:, 2:].sum(dim=0)


def load():
    return ProposalPool().rank


def cases():
    yield from build(load, lambda: (randn(5, 4), 0.3), "base")
    yield from build(load, lambda: (randn(5, 4), -5.0), "base nan", tag="wide-")

EXPECT = {'topic': 'detection',
 'kind': 'mask',
 'verdict': 'any correct rewrite',
 'obligations': ['writes through a view reach the argument'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['arguments', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
