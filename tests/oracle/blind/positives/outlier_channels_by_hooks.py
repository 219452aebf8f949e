"""Activation ranges for smooth quantisation are collected by forward hooks of the linear layers."""

import functools

import torch
from torch import nn

from fxkit import build, randn


class MLP(nn.Module):
    def __init__(self, dim=5, hidden=7):
        super().__init__()
        self.fc1 = nn.Linear(dim, hidden)
        self.act = nn.GELU()
        self.fc2 = nn.Linear(hidden, dim)

    def forward(self, x):
        return x + self.fc2(self.act(self.fc1(x)))


class Calibrated(nn.Module):
    """Keeps the largest absolute input of every linear layer."""

    def __init__(self, depth=2, threshold=3.0):
        super().__init__()
        self.layers = nn.ModuleList(MLP() for _ in range(depth))
        self.threshold = threshold
        self.act_max = {}
        self.outliers = {}
        for name, module in self.layers.named_modules():
            if isinstance(module, nn.Linear):
                module.register_forward_hook(functools.partial(self.stat_input_hook, name=name))

    def stat_input_hook(self, module, inputs, output, name):
        x = inputs[0].detach().abs()
        coming_max = x.view(-1, x.shape[-1]).amax(dim=0).max().item()
        self.act_max[name] = coming_max
        self.outliers[name] = int((x > self.threshold).sum())

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


def load():
    return torch.compile(Calibrated())


def cases():
    yield from build(load, lambda: (randn(2, 3, 5),), "base grad zero big nan")

EXPECT = {'topic': 'quantisation',
 'kind': 'hooks',
 'rewrites': [],
 'breaks': {37: 7, 39: 23},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 16,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
