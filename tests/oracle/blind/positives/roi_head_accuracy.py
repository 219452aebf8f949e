"""Box head losses that report classification accuracy to the event storage."""

from collections import defaultdict

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class EventStorage:
    def __init__(self, start_iter: int = 0):
        self.history = defaultdict(list)
        self.iter = start_iter

    def put_scalar(self, name, value):
        self.history[name].append(value)

    def step(self):
        self.iter += 1


class FastRCNNOutputLayers(nn.Module):
    def __init__(self, input_size=6, num_classes=4, smooth_l1_beta=0.5):
        super().__init__()
        self.num_classes = num_classes
        self.smooth_l1_beta = smooth_l1_beta
        self.cls_score = nn.Linear(input_size, num_classes + 1)
        self.bbox_pred = nn.Linear(input_size, 4)
        self.storage = EventStorage()

    def log_classification_stats(self, pred_logits, gt_classes, prefix="fast_rcnn"):
        """Accuracy over all proposals, and over the foreground ones."""
        num_instances = gt_classes.numel()
        if num_instances == 0:
            return
        pred_classes = pred_logits.argmax(dim=1)
        bg_class_ind = pred_logits.shape[1] - 1

        fg_mask = (gt_classes >= 0) & (gt_classes < bg_class_ind)
        num_accurate = (pred_classes == gt_classes).sum().item()
        num_fg = fg_mask.sum().item()
        fg_accurate = ((pred_classes == gt_classes) & fg_mask).sum().item()

        self.storage.put_scalar(f"{prefix}/cls_accuracy", num_accurate / num_instances)
        self.storage.put_scalar(f"{prefix}/fg_cls_accuracy", fg_accurate / max(num_fg, 1))

    def forward(self, x, gt_classes, gt_deltas):
        scores = self.cls_score(x)
        deltas = self.bbox_pred(x)
        self.log_classification_stats(scores, gt_classes)

        loss_cls = F.cross_entropy(scores, gt_classes, reduction="mean")
        is_fg = (gt_classes < self.num_classes).unsqueeze(-1)
        loss_box = F.smooth_l1_loss(deltas, gt_deltas, beta=self.smooth_l1_beta, reduction="none")
        loss_box = (loss_box * is_fg).sum() / max(gt_classes.numel(), 1.0)
        self.storage.step()
        return {"loss_cls": loss_cls, "loss_box_reg": loss_box}


def make():
    model = FastRCNNOutputLayers()
    model.compile()
    return model


def _args(n, lo=0, hi=5):
    return randn(n, 6), ints(lo, hi, n), randn(n, 4, seed=3)


def cases():
    yield from build(make, lambda: _args(8), "base nan grad")
    yield from build(make, lambda: _args(5, 4, 5), "base", tag="background-")
    yield from build(make, lambda: _args(3, 0, 4), "base inf", tag="foreground-")

EXPECT = {'topic': 'detection head',
 'rewrites': [],
 'breaks': {42: 5, 43: 2, 44: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['number-tensor', 'fresh-result', 'close']}
