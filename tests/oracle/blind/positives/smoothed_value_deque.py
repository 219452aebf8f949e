"""Training step with the metric logger that many detection repositories copied: smoothed values in a deque."""

from collections import defaultdict, deque

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class SmoothedValue:
    def __init__(self, window_size=3):
        self.deque = deque(maxlen=window_size)
        self.total = 0.0
        self.count = 0

    def update(self, value, n=1):
        self.deque.append(value)
        self.count += n
        self.total += value * n

    @property
    def global_avg(self):
        return self.total / self.count


class MetricLogger:
    def __init__(self):
        self.meters = defaultdict(SmoothedValue)

    def update(self, **kwargs):
        for k, v in kwargs.items():
            if isinstance(v, torch.Tensor):
                v = v.item()
            assert isinstance(v, (float, int))
            self.meters[k].update(v)


class DetectionStep(nn.Module):
    def __init__(self, dim=5, classes=3):
        super().__init__()
        self.cls = nn.Linear(dim, classes)
        self.box = nn.Linear(dim, 4)
        self.weight_dict = {"loss_ce": 1.0, "loss_bbox": 5.0}
        self.metric_logger = MetricLogger()

    def forward(self, queries, labels, boxes):
        loss_dict = {
            "loss_ce": F.cross_entropy(self.cls(queries), labels),
            "loss_bbox": F.l1_loss(self.box(queries).sigmoid(), boxes),
        }
        losses = sum(loss_dict[k] * self.weight_dict[k] for k in loss_dict)
        self.metric_logger.update(loss=losses, **loss_dict)
        return losses, {k: m.global_avg for k, m in self.metric_logger.meters.items()}


def load():
    return torch.compile(DetectionStep())


def cases():
    yield from build(load, lambda: (randn(4, 5), ints(0, 3, 4), randn(4, 4).sigmoid()), "base grad nan")

EXPECT = {'topic': 'detection',
 'kind': 'item',
 'rewrites': [],
 'breaks': {35: 3},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': ['number-tensor', 'close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
