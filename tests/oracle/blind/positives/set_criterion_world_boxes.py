"""Losses of a set prediction detector, divided by the average number of boxes over the workers."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


def box_iou_1d(a, b):
    inter = (torch.minimum(a[:, 1], b[:, 1]) - torch.maximum(a[:, 0], b[:, 0])).clamp(min=0)
    union = (a[:, 1] - a[:, 0]) + (b[:, 1] - b[:, 0]) - inter
    return inter / union.clamp(min=1e-6)


class SetCriterion(nn.Module):
    """Matched queries come first; the indices tell which target each of them has."""

    def __init__(self, world_size=2, weights=(5.0, 2.0)):
        super().__init__()
        self.world_size = world_size
        self.weights = weights
        self.log_scale = nn.Parameter(torch.zeros(()))

    def loss_boxes(self, src, target, num_boxes):
        l1 = F.l1_loss(src, target, reduction="none")
        return {
            "loss_bbox": self.weights[0] * l1.sum() / num_boxes,
            "loss_giou": self.weights[1] * (1 - box_iou_1d(src, target)).sum() / num_boxes,
        }

    def forward(self, outputs, targets, counts):
        num_boxes = torch.as_tensor(counts, dtype=torch.float, device=outputs.device).sum()
        num_boxes = torch.clamp(num_boxes / self.world_size, min=1).item()
        return self.loss_boxes(outputs * self.log_scale.exp(), targets, num_boxes)


def load():
    return torch.compile(SetCriterion())


def cases():
    yield from build(load, lambda: (randn(4, 2), randn(4, 2, seed=3), torch.tensor([3, 1])), "base grad big nan")
    yield from build(load, lambda: (randn(1, 2), randn(1, 2, seed=3), torch.tensor([1, 0])), "base", tag="few-")

EXPECT = {'rewrites': [],
 'topic': 'detection',
 'kind': 'numbers',
 'breaks': {34: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
