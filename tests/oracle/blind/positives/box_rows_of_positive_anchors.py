"""Region proposals: smooth L1 between encoded boxes of positive anchors, summed over rows and sides."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, rand, randn


@dataclass
class RPNConfig:
    beta: float = 1.0 / 9
    batch_size_per_image: int = 8
    reg_weight: float = 2.0


def encode(reference, proposals):
    size = proposals[:, 2:] - proposals[:, :2]
    return torch.cat([(reference[:, :2] - proposals[:, :2]) / size, (reference[:, 2:] - proposals[:, 2:]) / size], dim=-1)


class RPNHead(nn.Module):
    def __init__(self, config=RPNConfig(), dim=4):
        super().__init__()
        self.config = config
        self.cls_logits = nn.Linear(dim, 1)
        self.bbox_pred = nn.Linear(dim, 4)

    def box_loss(self, deltas, targets, labels):
        positive = labels == 1
        loss = F.smooth_l1_loss(deltas[positive], targets[positive], beta=self.config.beta, reduction="sum")
        return loss / self.config.batch_size_per_image

    def forward(self, feats, anchors, matched, labels):
        """labels: 1 positive, 0 negative, -1 left out."""
        loss = self.box_loss(self.bbox_pred(feats), encode(matched, anchors), labels)
        return self.config.reg_weight * loss, self.cls_logits(feats).squeeze(-1)


def load():
    return torch.compile(RPNHead())


def boxes(seed):
    corner = rand(8, 2, seed=seed)
    return torch.cat([corner, corner + 0.3 + rand(8, 2, seed=seed + 1)], dim=-1)


def cases():
    yield from build(load, lambda: (randn(8, 4), boxes(1), boxes(6), ints(-1, 2, 8)), "base grad big")
    yield from build(load, lambda: (randn(8, 4), boxes(1), boxes(6), torch.zeros(8).long()), "base grad", tag="negative-")

EXPECT = {'topic': 'detection',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {33: 4},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
