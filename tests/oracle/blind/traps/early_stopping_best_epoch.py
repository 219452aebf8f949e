"""Validation step with early stopping: best value, its epoch and the patience counter."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class Validator(nn.Module):
    def __init__(self, dim=5, classes=3, patience=3, min_delta=0.0):
        super().__init__()
        self.net = nn.Linear(dim, classes)
        self.patience, self.min_delta = patience, min_delta
        self.register_buffer("best", torch.tensor(1.2))
        self.best_epoch, self.counter, self.should_stop = -1, 0, False

    @torch.no_grad()
    def forward(self, x, y, epoch):
        loss = F.cross_entropy(self.net(x), y)
        if loss < self.best - self.min_delta:
            self.best.copy_(loss)
            self.best_epoch = epoch
            self.counter = 0
        else:
            self.counter += 1
            self.should_stop = self.counter >= self.patience
        return loss


def load():
    return torch.compile(Validator())


def cases():
    yield from build(load, lambda: (randn(6, 5) * 0.1, ints(0, 3, 6), 4), "base", tag="better-")
    yield from build(load, lambda: (randn(6, 5) * 4, ints(0, 3, 6, seed=2), 7), "base", tag="worse-")


EXPECT = {'topic': 'training',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {21: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['value'],
 'unsafe': []}
