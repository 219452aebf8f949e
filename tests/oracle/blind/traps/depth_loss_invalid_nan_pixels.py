"""Scale invariant depth loss; pixels without a measurement are NaN."""

import torch
import torch.nn as nn

from fxkit import build, rand


class SILogLoss(nn.Module):
    def __init__(self, lambd=0.5):
        super().__init__()
        self.lambd = lambd

    def forward(self, pred, target):
        valid_mask = (target > 0).detach()
        diff_log = torch.log(target[valid_mask]) - torch.log(pred[valid_mask])
        return torch.sqrt(torch.pow(diff_log, 2).mean() - self.lambd * torch.pow(diff_log.mean(), 2))


class DepthTrainer(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(1.5))
        self.shift = nn.Parameter(torch.tensor(0.1))
        self.loss = SILogLoss()

    def forward(self, disp, target):
        pred = 1.0 / (self.scale * disp + self.shift)
        return self.loss(pred, target)


def load():
    return torch.compile(DepthTrainer())


def depth(hole):
    d = rand(2, 3, 4) + 0.5
    d[0, 0, :2] = hole
    return d


def cases():
    yield from build(load, lambda: (rand(2, 3, 4), depth(float("nan"))), "base grad", tag="holes-")
    yield from build(load, lambda: (rand(2, 3, 4), depth(0.0)), "base grad", tag="zeros-")
    yield from build(load, lambda: (rand(2, 3, 4), depth(2.0)), "base grad", tag="dense-")


EXPECT = {'topic': 'depth',
 'verdict': 'any correct rewrite',
 'obligations': ['R30', 'O9'],
 'breaks': {-1: 4, 16: 4},
 'gb': ['GB0036'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['close', 'grad-close']}
