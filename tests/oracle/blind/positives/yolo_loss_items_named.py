"""A one-stage detector returns its loss and the parts by name for the console line of the trainer."""

import torch
import torch.nn as nn

from fxkit import build, rand, randn

LOSS_NAMES = ("box_loss", "cls_loss", "dfl_loss")


class DetectionHead(nn.Module):
    def __init__(self, ch=5, nc=3, reg_max=4):
        super().__init__()
        self.box = nn.Linear(ch, 4)
        self.cls = nn.Linear(ch, nc)
        self.dfl = nn.Linear(ch, reg_max)

    def forward(self, x):
        return self.box(x), self.cls(x), self.dfl(x)


class DetectionModel(nn.Module):
    def __init__(self, gains=(7.5, 0.5, 1.5)):
        super().__init__()
        self.head = DetectionHead()
        self.bce = nn.BCEWithLogitsLoss(reduction="sum")
        self.register_buffer("gains", torch.tensor(gains))

    def label_loss_items(self, loss_items, prefix="train"):
        """Returns the loss items as a dict with names."""
        keys = [f"{prefix}/{x}" for x in LOSS_NAMES]
        values = [float(x) for x in loss_items]
        return dict(zip(keys, values))

    def forward(self, feats, boxes, scores, bins):
        pred_box, pred_cls, pred_dfl = self.head(feats)
        target_sum = scores.sum().clamp(min=1.0)
        loss = torch.zeros(3)
        loss[0] = (pred_box - boxes).abs().sum() / target_sum
        loss[1] = self.bce(pred_cls, scores) / target_sum
        loss[2] = nn.functional.cross_entropy(pred_dfl, bins)
        loss = loss * self.gains
        return loss.sum() * feats.shape[0], self.label_loss_items(loss.detach())


def load():
    return torch.compile(DetectionModel())


def cases():
    yield from build(load, lambda: (randn(6, 5), randn(6, 4), rand(6, 3), torch.tensor([0, 1, 2, 3, 0, 1])), "base grad nan")
    yield from build(load, lambda: (randn(6, 5), randn(6, 4), torch.zeros(6, 3), torch.zeros(6).long()), "base", tag="empty-")

EXPECT = {'topic': 'detection',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {32: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['fresh-result', 'number-tensor'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
