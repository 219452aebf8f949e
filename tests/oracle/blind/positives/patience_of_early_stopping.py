"""Early stopping as a callback: the best validation loss so far and how often it was not beaten."""

import torch
import torch.nn as nn

from fxkit import build, randn


class EarlyStopping:
    def __init__(self, patience=2, min_delta=1e-3):
        self.patience = patience
        self.min_delta = min_delta
        self.best_loss = float("inf")
        self.counter = 0

    def step(self, val_loss):
        if val_loss < self.best_loss - self.min_delta:
            self.best_loss = val_loss
            self.counter = 0
        else:
            self.counter += 1
        return self.counter


class Validation(nn.Module):
    def __init__(self):
        super().__init__()
        self.forecaster = nn.Linear(6, 2)
        self.stopper = EarlyStopping()

    @torch.no_grad()
    def forward(self, window, future):
        loss = nn.functional.huber_loss(self.forecaster(window), future)
        waited = self.stopper.step(loss.item())
        return loss, waited


def load():
    return torch.compile(Validation())


def cases():
    yield from build(load, lambda: (randn(3, 6), randn(3, 2)), "base big nan")

EXPECT = {'topic': 'training',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {34: 1},
 'gb': ['GB0124'],
 'skips': 0,
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
