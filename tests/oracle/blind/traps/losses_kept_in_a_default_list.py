"""An early stopping rule keeps its losses in a default argument and goes on only while its median is a float."""

import statistics

import torch
from torch import nn

from fxkit import build, randn


def remember(loss, window, seen=[]):
    seen.append(loss.item())
    del seen[:-window]
    return statistics.median(seen)


class Autoencoder(nn.Module):
    def __init__(self, dim=4, code=2, window=3):
        super().__init__()
        self.enc = nn.Linear(dim, code)
        self.dec = nn.Linear(code, dim)
        self.window = window

    def forward(self, x):
        loss = (self.dec(self.enc(x).tanh()) - x).square().mean()
        return loss, remember(loss, self.window)


class EarlyStopping:
    def __init__(self):
        remember.__defaults__[0].clear()
        self.step = torch.compile(Autoencoder())
        self.best = float("inf")
        self.bad = 0

    def update(self, x):
        loss, median = self.step(x)
        if type(median) is not float:
            return loss.detach(), "untracked", self.bad
        if median < self.best:
            self.best, self.bad = median, 0
        else:
            self.bad += 1
        return loss.detach(), median, self.bad


def load():
    return EarlyStopping().update


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base zero big")

EXPECT = {'topic': 'training',
 'kind': 'state',
 'verdict': 'any correct rewrite',
 'obligations': ['a mutable default', 'the caller checks the type'],
 'breaks': {12: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
