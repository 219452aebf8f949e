"""Mixup and a soft target cross entropy inside of one training step."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class Mixup:
    """Draws one mixing weight per batch; inputs are mixed with the flipped batch."""

    def __init__(self, mixup_alpha=1.0, label_smoothing=0.1, num_classes=3):
        self.mixup_alpha = mixup_alpha
        self.label_smoothing = label_smoothing
        self.num_classes = num_classes

    def _params_per_batch(self):
        lam = float(torch.rand(()) ** (1.0 / self.mixup_alpha))
        return max(lam, 1.0 - lam)

    def one_hot(self, target):
        off = self.label_smoothing / self.num_classes
        on = 1.0 - self.label_smoothing + off
        hot = F.one_hot(target, self.num_classes).float()
        return hot * on + (1 - hot) * off

    def __call__(self, x, target):
        lam = self._params_per_batch()
        x_flipped = x.flip(0) * (1.0 - lam)
        x = x * lam + x_flipped
        target = self.one_hot(target) * lam + self.one_hot(target.flip(0)) * (1.0 - lam)
        return x, target


class TrainStep(nn.Module):
    def __init__(self):
        super().__init__()
        self.mixup = Mixup()
        self.backbone = nn.Sequential(nn.Conv2d(2, 4, 3, padding=1), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten())
        self.head = nn.Linear(4, 3)

    def forward(self, images, labels):
        images, soft = self.mixup(images, labels)
        logits = self.head(self.backbone(images))
        return torch.sum(-soft * F.log_softmax(logits, dim=-1), dim=-1).mean()


def load():
    return torch.compile(TrainStep())


def cases():
    yield from build(load, lambda: (randn(4, 2, 5, 5), ints(0, 3, 4)), "base grad zero")


EXPECT = {'topic': 'augmentation',
 'kind': 'float_of_random',
 'rewrites': [],
 'breaks': {19: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close', 'grad-close']}
