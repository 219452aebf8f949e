"""The evaluation step of an image classifier updates its meters of loss and accuracy."""

import torch
import torch.nn as nn

from fxkit import build, ints, randn


class AverageMeter(object):
    """Computes and stores the average and current value"""

    def __init__(self, name, fmt=":f"):
        self.name = name
        self.fmt = fmt
        self.reset()

    def reset(self):
        self.val = 0
        self.avg = 0
        self.sum = 0
        self.count = 0

    def update(self, val, n=1):
        self.val = val
        self.sum += val * n
        self.count += n
        self.avg = self.sum / self.count


def accuracy(output, target, topk=(1,)):
    """Computes the accuracy over the k top predictions for the specified values of k"""
    with torch.no_grad():
        maxk = max(topk)
        batch_size = target.size(0)
        _, pred = output.topk(maxk, 1, True, True)
        pred = pred.t()
        correct = pred.eq(target.view(1, -1).expand_as(pred))
        res = []
        for k in topk:
            correct_k = correct[:k].reshape(-1).float().sum(0, keepdim=True)
            res.append(correct_k.mul_(100.0 / batch_size))
        return res


class Validator(nn.Module):
    def __init__(self, dim=5, classes=6):
        super().__init__()
        self.model = nn.Sequential(nn.Linear(dim, 8), nn.ReLU(inplace=True), nn.Linear(8, classes))
        self.criterion = nn.CrossEntropyLoss()
        self.losses = AverageMeter("Loss", ":.4e")
        self.top1 = AverageMeter("Acc@1", ":6.2f")
        self.top5 = AverageMeter("Acc@5", ":6.2f")

    def forward(self, images, target):
        output = self.model(images)
        loss = self.criterion(output, target)

        # measure accuracy and record loss
        acc1, acc5 = accuracy(output, target, topk=(1, 5))
        self.losses.update(loss.item(), images.size(0))
        self.top1.update(acc1[0].item(), images.size(0))
        self.top5.update(acc5[0].item(), images.size(0))
        return output, self.top1.avg, self.losses.avg


def load():
    return torch.compile(Validator())


def cases():
    yield from build(load, lambda: (randn(7, 5), ints(0, 6, 7)), "base grad big nan")
    yield from build(load, lambda: (randn(1, 5), ints(0, 6, 1)), "base", tag="one-")

EXPECT = {'topic': 'training',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {60: 3, 61: 8, 62: 4},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
