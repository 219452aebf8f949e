"""Meters of a detector's training loop take what the compiled step returns."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class AverageMeter:
    def __init__(self):
        self.val, self.sum, self.count = 0.0, 0.0, 0

    def update(self, val, n=1):
        self.val = val
        self.sum = self.sum + val * n
        self.count += n


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.box = nn.Linear(4, 4)
        self.obj = nn.Linear(4, 1)

    def forward(self, feats, boxes, objectness):
        box_loss = F.smooth_l1_loss(self.box(feats), boxes)
        obj_loss = F.binary_cross_entropy_with_logits(self.obj(feats).squeeze(-1), objectness)
        items = [box_loss.item(), obj_loss.item()]
        return box_loss + 0.5 * obj_loss, items


class Loop:
    def __init__(self):
        self.meters = {"box": AverageMeter(), "obj": AverageMeter()}
        self.head = torch.compile(Head())

    def step(self, feats, boxes, objectness):
        loss, items = self.head(feats, boxes, objectness)
        for meter, item in zip(self.meters.values(), items):
            meter.update(item, n=feats.shape[0])
        return loss


def load():
    return Loop().step


def cases():
    yield from build(load, lambda: (randn(3, 4), randn(3, 4, seed=1), torch.tensor([1.0, 0.0, 1.0])), "base grad big")

EXPECT = {'topic': 'detection',
 'rewrites': ['R28'],
 'breaks': {29: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
