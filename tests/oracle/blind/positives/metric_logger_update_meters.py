"""Training forward of a detector with the running meters of the torchvision references."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class SmoothedValue:
    def __init__(self):
        self.total, self.count, self.value = 0.0, 0, 0.0

    def update(self, value, n=1):
        self.count += n
        self.total += value * n
        self.value = value


class MetricLogger:
    def __init__(self, names):
        self.meters = {name: SmoothedValue() for name in names}

    def update(self, **kwargs):
        for k, v in kwargs.items():
            if isinstance(v, torch.Tensor):
                v = v.item()
            assert isinstance(v, (float, int))
            self.meters[k].update(v)


class Step(nn.Module):
    def __init__(self, dim=6, classes=4):
        super().__init__()
        self.cls, self.box = nn.Linear(dim, classes), nn.Linear(dim, 4)
        self.metric_logger = MetricLogger(["loss", "loss_classifier", "loss_box_reg", "lr"])

    def forward(self, x, labels, boxes, lr):
        losses = {
            "loss_classifier": F.cross_entropy(self.cls(x), labels),
            "loss_box_reg": F.smooth_l1_loss(self.box(x), boxes),
        }
        total = sum(losses.values())
        self.metric_logger.update(loss=total, **losses)
        self.metric_logger.update(lr=lr)
        return total


def load():
    return torch.compile(Step())


def cases():
    yield from build(load, lambda: (randn(5, 6), ints(0, 4, 5), randn(5, 4), 0.01), "base grad nan")
    yield from build(load, lambda: (randn(2, 6), ints(0, 4, 2), randn(2, 4), 0.001), "base", tag="small-")


EXPECT = {'topic': 'training',
 'rewrites': [],
 'breaks': {27: 4},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'number-tensor']}
