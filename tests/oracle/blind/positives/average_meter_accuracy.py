"""Classification step that feeds AverageMeter objects with top-1 and top-2 accuracy."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, ints, randn


class AverageMeter:
    """Stores the current value and the running sum."""

    def __init__(self, name):
        self.name = name
        self.val = 0.0
        self.sum = 0.0
        self.count = 0

    def update(self, val, n=1):
        self.val = val
        self.sum += val * n
        self.count += n

    @property
    def avg(self):
        return self.sum / self.count


def accuracy(output, target, topk=(1,)):
    maxk = max(topk)
    _, pred = output.topk(maxk, 1, True, True)
    correct = pred.t().eq(target.view(1, -1).expand(maxk, -1))
    return [correct[:k].reshape(-1).float().sum(0) * (100.0 / target.size(0)) for k in topk]


class Evaluator(nn.Module):
    def __init__(self):
        super().__init__()
        self.top1 = AverageMeter("Acc@1")
        self.top2 = AverageMeter("Acc@2")

    @torch.compile
    def step(self, output, target):
        loss = F.cross_entropy(output, target)
        acc1, acc2 = accuracy(output, target, topk=(1, 2))
        self.top1.update(acc1.item(), output.size(0))
        self.top2.update(acc2.item(), output.size(0))
        return loss, {m.name: m.avg for m in (self.top1, self.top2)}


def make_step():
    return Evaluator().step


def cases():
    yield from build(make_step, lambda: (randn(6, 4), ints(0, 4, 6)), "base grad")
    yield from build(make_step, lambda: (randn(6, 4, seed=3), ints(0, 4, 6, seed=4)), "base", tag="other-")

EXPECT = {'topic': 'metrics',
 'rewrites': [],
 'breaks': {46: 1, 47: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['number-tensor']}
