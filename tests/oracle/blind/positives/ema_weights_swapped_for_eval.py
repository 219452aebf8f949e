"""Validation with averaged weights: a context manager swaps them in and puts the raw ones back afterwards."""

import contextlib

import torch
from torch import nn

from fxkit import build, randn


class Model(nn.Module):
    def __init__(self, dim=4, hidden=6):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(dim, hidden), nn.Linear(hidden, 2)

    def forward(self, x):
        return self.fc2(torch.relu(self.fc1(x)))


class EMA:
    def __init__(self, model, decay=0.9):
        self.decay = decay
        self.shadow = {k: v.detach().clone() * 0.5 for k, v in model.named_parameters()}

    @torch.no_grad()
    def update(self, model):
        for name, param in model.named_parameters():
            self.shadow[name].lerp_(param, 1.0 - self.decay)

    @contextlib.contextmanager
    def average_parameters(self, model):
        backup = {k: v.clone() for k, v in model.state_dict().items()}
        model.load_state_dict(self.shadow)
        try:
            yield model
        finally:
            model.load_state_dict(backup)


class LitModule(nn.Module):
    def __init__(self, decay=0.9):
        super().__init__()
        self.model = Model()
        self.ema = EMA(self.model, decay)

    @torch.no_grad()
    def forward(self, x, target):
        raw = (self.model(x) - target).square().mean()
        self.ema.update(self.model)
        with self.ema.average_parameters(self.model) as averaged:
            pred = averaged(x)
            smooth = (pred - target).square().mean()
        return raw, smooth, pred


def load(decay=0.9):
    return torch.compile(LitModule(decay))


def cases():
    yield from build(load, lambda: (randn(5, 4), randn(5, 2)), "base zero")
    yield from build(lambda: load(0.0), lambda: (randn(3, 4), randn(3, 2)), "base", tag="follow-")

EXPECT = {'topic': 'training',
 'kind': 'context manager',
 'rewrites': [],
 'breaks': {33: 2},
 'gb': ['GB0208'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
