"""Image classification: the accuracy over the k best predictions, as the reference training script has it."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, ints, randn


def accuracy(output, target, topk=(1,)):
    """Computes the accuracy over the k top predictions for the specified values of k"""
    with torch.inference_mode():
        maxk = max(topk)
        batch_size = target.size(0)
        if target.ndim == 2:
            target = target.max(dim=1)[1]

        _, pred = output.topk(maxk, 1, True, True)
        pred = pred.t()
        correct = pred.eq(target[None])

        res = []
        for k in topk:
            correct_k = correct[:k].flatten().sum(dtype=torch.float32)
            res.append((correct_k * (100.0 / batch_size)).item())
        return res


class Classifier(nn.Module):
    def __init__(self, in_chans=3, num_classes=6):
        super().__init__()
        self.stem = nn.Conv2d(in_chans, 4, 3, padding=1)
        self.fc = nn.Linear(4, num_classes)

    def forward(self, image):
        return self.fc(F.relu(self.stem(image)).mean(dim=(2, 3)))


class Evaluation:
    def __init__(self):
        self.model = Classifier()
        self.criterion = nn.CrossEntropyLoss(label_smoothing=0.1)

    @torch.compile
    def batch(self, image, target):
        output = self.model(image)
        loss = self.criterion(output, target)
        acc1, acc5 = accuracy(output, target, topk=(1, 5))
        return loss, acc1, acc5


def load():
    return Evaluation().batch


def cases():
    yield from build(load, lambda: (randn(4, 3, 5, 5), ints(0, 6, 4)), "base grad zero big")
    yield from build(load, lambda: (randn(4, 3, 5, 5), randn(4, 6).softmax(-1)), "base", tag="soft-")

EXPECT = {'topic': 'vision',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {25: 2},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
