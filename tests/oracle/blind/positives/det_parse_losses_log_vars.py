"""Collects the losses of a detector and the values that go to the log."""

from collections import OrderedDict

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class SingleStageDetector(nn.Module):
    def __init__(self, dim=6, num_classes=4):
        super().__init__()
        self.cls = nn.Linear(dim, num_classes)
        self.reg = nn.Linear(dim, 4)
        self.loss_weight_bbox = 2.0

    def loss(self, feats, labels, boxes):
        cls_losses = [F.cross_entropy(self.cls(f), labels) for f in feats]
        bbox_losses = F.smooth_l1_loss(self.reg(feats[0]), boxes, reduction="none")
        return {
            "loss_cls": cls_losses,
            "loss_bbox": self.loss_weight_bbox * bbox_losses,
            "acc": (self.cls(feats[0]).argmax(1) == labels).float() * 100,
        }

    def _parse_losses(self, losses):
        log_vars = OrderedDict()
        for loss_name, loss_value in losses.items():
            if isinstance(loss_value, torch.Tensor):
                log_vars[loss_name] = loss_value.mean()
            elif isinstance(loss_value, list):
                log_vars[loss_name] = sum(_loss.mean() for _loss in loss_value)
            else:
                raise TypeError(f"{loss_name} is not a tensor or list of tensors")

        loss = sum(_value for _key, _value in log_vars.items() if "loss" in _key)

        log_vars["loss"] = loss
        for loss_name, loss_value in log_vars.items():
            log_vars[loss_name] = loss_value.item()
        return loss, log_vars

    def forward(self, feats, labels, boxes):
        losses = self.loss(feats, labels, boxes)
        return self._parse_losses(losses)


def load():
    return torch.compile(SingleStageDetector())


def data():
    return [randn(5, 6), randn(5, 6, seed=2)], torch.tensor([0, 3, 1, 1, 2]), randn(5, 4)


def cases():
    yield from build(load, data, "base grad neg big")


EXPECT = {'topic': 'detection',
 'rewrites': ['R22'],
 'breaks': {42: 3},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
