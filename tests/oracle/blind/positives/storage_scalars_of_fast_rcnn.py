"""Box head losses that leave their accuracies in an event storage."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class EventStorage:
    def __init__(self):
        self.latest = {}
        self.iter = 0

    def put_scalar(self, name, value):
        self.latest[name] = (value, self.iter)


def log_classification_stats(storage, pred_logits, gt_classes, prefix="fast_rcnn"):
    num_instances = gt_classes.numel()
    if num_instances == 0:
        return
    pred_classes = pred_logits.argmax(dim=1)
    bg_class_ind = pred_logits.shape[1] - 1
    fg_inds = (gt_classes >= 0) & (gt_classes < bg_class_ind)
    num_fg = fg_inds.nonzero().numel()
    fg_gt_classes = gt_classes[fg_inds]
    fg_pred_classes = pred_classes[fg_inds]
    num_false_negative = (fg_pred_classes == bg_class_ind).nonzero().numel()
    num_accurate = (pred_classes == gt_classes).nonzero().numel()
    fg_num_accurate = (fg_pred_classes == fg_gt_classes).nonzero().numel()
    storage.put_scalar(f"{prefix}/cls_accuracy", num_accurate / num_instances)
    if num_fg > 0:
        storage.put_scalar(f"{prefix}/fg_cls_accuracy", fg_num_accurate / num_fg)
        storage.put_scalar(f"{prefix}/false_negative", num_false_negative / num_fg)


class BoxHead(nn.Module):
    def __init__(self, dim=4, num_classes=3):
        super().__init__()
        self.cls_score = nn.Linear(dim, num_classes + 1)
        self.storage = EventStorage()

    def forward(self, feats, gt_classes):
        scores = self.cls_score(feats)
        log_classification_stats(self.storage, scores, gt_classes)
        self.storage.iter += 1
        return F.cross_entropy(scores, gt_classes)


def load():
    return torch.compile(BoxHead())


def cases():
    yield from build(load, lambda: (randn(8, 4), torch.tensor([0, 1, 2, 3, 3, 3, 0, 2])), "base grad zero")
    yield from build(load, lambda: (randn(6, 4), ints(0, 3, 6)), "base", tag="fg-")

EXPECT = {'topic': 'detection',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {26: 3, 27: 2, 28: 2, 29: 2, 30: 3, 31: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 8,
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
