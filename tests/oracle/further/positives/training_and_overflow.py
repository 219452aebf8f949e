"""Activations are limited in training only."""

import torch
from torch import nn

from fxkit import build, randn


class Observer(nn.Module):
    def forward(self, x):
        y = x * 0.5
        if self.training and (y > 1.0).any():
            y = y.clamp(max=1.0) - 0.25
        return y


def load():
    return torch.compile(Observer())


def load_eval():
    return torch.compile(Observer().eval())


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base pos neg big nan inf half f64 big+grad grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from build(load_eval, lambda: (randn(3, 4),), "base big nan grad", tag="eval-")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R5', 'R2'],
 'breaks': {12: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
