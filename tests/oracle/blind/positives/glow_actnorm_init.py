"""Activation normalisation of Glow with its data dependent initialisation at the first batch."""

import torch
import torch.nn as nn

from fxkit import build, randn


class ActNorm(nn.Module):
    def __init__(self, in_channel):
        super().__init__()
        self.loc = nn.Parameter(torch.zeros(1, in_channel))
        self.scale = nn.Parameter(torch.ones(1, in_channel))
        self.register_buffer("initialized", torch.tensor(0, dtype=torch.uint8))

    def initialize(self, input):
        with torch.no_grad():
            mean = input.mean(0, keepdim=True)
            std = input.std(0, keepdim=True)
            self.loc.data.copy_(-mean)
            self.scale.data.copy_(1 / (std + 1e-6))

    def forward(self, input):
        if self.initialized.item() == 0:
            self.initialize(input)
            self.initialized.fill_(1)
        log_abs = torch.log(torch.abs(self.scale))
        logdet = torch.sum(log_abs)
        return self.scale * (input + self.loc), logdet

    def reverse(self, output):
        return output / self.scale - self.loc


def make_fresh():
    return torch.compile(ActNorm(3))


def make_loaded():
    layer = ActNorm(3)
    layer.initialized.fill_(1)
    with torch.no_grad():
        layer.scale.mul_(0.5)
    return torch.compile(layer)


def cases():
    yield from build(make_fresh, lambda: (randn(5, 3),), "base")
    yield from build(make_loaded, lambda: (randn(5, 3, seed=2),), "base grad", tag="loaded-")
    yield from build(make_fresh, lambda: (randn(5, 3) * 7 + 2,), "base", tag="wide-")

EXPECT = {'topic': 'normalizing flows',
 'rewrites': [],
 'breaks': {24: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close', 'finite-grad', 'requires-grad', 'grad-none-zero']}
