"""The detector base class adds up what is called a loss and keeps numbers of everything for the logger."""

from collections import OrderedDict

import torch
from torch import nn

from fxkit import build, ints, randn


def parse_losses(losses):
    log_vars = OrderedDict()
    for loss_name, loss_value in losses.items():
        if isinstance(loss_value, torch.Tensor):
            log_vars[loss_name] = loss_value.mean()
        elif isinstance(loss_value, list):
            log_vars[loss_name] = sum(_loss.mean() for _loss in loss_value)
        else:
            raise TypeError(f"{loss_name} is not a tensor or list of tensors")
    loss = sum(value for key, value in log_vars.items() if "loss" in key)
    log_vars["loss"] = loss
    for name, value in log_vars.items():
        log_vars[name] = value.item()
    return loss, log_vars


class TwoLevelHead(nn.Module):
    def __init__(self, dim=4, num_classes=3):
        super().__init__()
        self.cls = nn.ModuleList(nn.Linear(dim, num_classes) for _ in range(2))
        self.reg = nn.Linear(dim, 4)

    def losses(self, feats, labels, boxes):
        cls = [nn.functional.cross_entropy(m(f), labels, reduction="none") for m, f in zip(self.cls, feats)]
        acc = (self.cls[-1](feats[-1]).argmax(-1) == labels).float()
        return {"loss_cls": cls, "loss_bbox": (self.reg(feats[-1]) - boxes).abs(), "acc": acc}

    def forward(self, feats, labels, boxes):
        loss, log_vars = parse_losses(self.losses(feats, labels, boxes))
        return dict(loss=loss, log_vars=log_vars, num_samples=len(labels))


def load():
    return torch.compile(TwoLevelHead())


def cases():
    yield from build(load, lambda: ([randn(3, 4), randn(3, 4, seed=1)], ints(0, 3, 3), randn(3, 4, seed=2)), "base grad zero")

EXPECT = {'topic': 'detection',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {23: 3},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
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
