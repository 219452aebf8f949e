"""AutoClip for source separation: gradients are clipped at a percentile of the norms seen so far."""

import numpy as np
import torch
from torch import nn

from fxkit import build, rand


class MaskNet(nn.Module):
    def __init__(self, bins=6, hidden=5):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(bins, hidden), nn.ReLU(), nn.Linear(hidden, bins), nn.Sigmoid())

    def forward(self, mix):
        return self.net(mix) * mix


class AutoClip:
    def __init__(self, model, clip_percentile=10.0):
        self.model = model
        self.clip_percentile = clip_percentile
        self.grad_history = []

    def get_grad_norm(self):
        total_norm = 0.0
        for p in self.model.parameters():
            if p.grad is not None:
                param_norm = p.grad.data.norm(2)
                total_norm += param_norm.item() ** 2
        return total_norm ** (1.0 / 2)

    def __call__(self):
        self.grad_history.append(self.get_grad_norm())
        clip_value = np.percentile(self.grad_history, self.clip_percentile)
        norm = nn.utils.get_total_norm([p.grad for p in self.model.parameters()])
        nn.utils.clip_grads_with_norm_(self.model.parameters(), float(clip_value), norm)


class Trainer:
    def __init__(self, percentile=10.0, lr=0.5):
        self.model = MaskNet()
        self.autoclip = AutoClip(self.model, percentile)
        self.lr = lr
        self.update = torch.compile(self.clip_and_update)

    def clip_and_update(self):
        self.autoclip()
        with torch.no_grad():
            for p in self.model.parameters():
                p.sub_(self.lr * p.grad)

    def step(self, mix, source):
        for p in self.model.parameters():
            p.grad = None
        loss = (self.model(mix) - source).abs().mean()
        loss.backward()
        self.update()
        return loss.detach()


def load(percentile=10.0):
    return Trainer(percentile).step


def cases():
    yield from build(load, lambda: (rand(4, 6), rand(4, 6, seed=1)), "base zero")
    yield from build(lambda: load(75.0), lambda: (rand(4, 6, seed=2) * 3, rand(4, 6)), "base", tag="upper-")

EXPECT = {'topic': 'audio',
 'kind': 'numpy',
 'rewrites': [],
 'breaks': {30: 2, 37: 2},
 'gb': ['GB0033', 'GB0124', 'GB8335'],
 'skips': 1,
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
