"""ImageNet style training: meters of loss and accuracy are updated for each batch."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, ints, randn


class AverageMeter:
    """Computes and stores the average and the current value."""

    def __init__(self, name):
        self.name = name
        self.reset()

    def reset(self):
        self.val = 0.0
        self.avg = 0.0
        self.sum = 0.0
        self.count = 0

    def update(self, val, n=1):
        self.val = val
        self.sum += val * n
        self.count += n
        self.avg = self.sum / self.count


def accuracy(output, target):
    pred = output.argmax(dim=1)
    return pred.eq(target).float().mean() * 100.0


class Evaluator(nn.Module):
    def __init__(self):
        super().__init__()
        self.classifier = nn.Linear(5, 3)
        self.losses = AverageMeter("loss")
        self.top1 = AverageMeter("acc@1")

    def forward(self, images, target):
        output = self.classifier(images)
        loss = F.cross_entropy(output, target)
        acc1 = accuracy(output, target)
        self.losses.update(loss.item(), images.size(0))
        self.top1.update(acc1.item(), images.size(0))
        return loss


def load():
    return torch.compile(Evaluator())


def cases():
    yield from build(load, lambda: (randn(4, 5), ints(0, 3, 4)), "base grad nan")

EXPECT = {'topic': 'training',
 'kind': 'item',
 'rewrites': [],
 'breaks': {46: 2, 47: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
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
