"""Learned step size quantisation of activations: step and sign are taken from the first batch."""

import math

import torch
from torch import nn

from fxkit import build, randn


def grad_scale(x, scale):
    y = x
    y_grad = x * scale
    return y.detach() - y_grad.detach() + y_grad


def round_pass(x):
    y = x.round()
    y_grad = x
    return y.detach() - y_grad.detach() + y_grad


class ActLSQ(nn.Module):
    def __init__(self, nbits=4):
        super().__init__()
        self.nbits = nbits
        self.alpha = nn.Parameter(torch.ones(1))
        self.register_buffer("init_state", torch.zeros(1))
        self.register_buffer("signed", torch.zeros(1))

    def forward(self, x):
        if self.alpha is None:
            return x

        if self.training and self.init_state == 0:
            # signed or unsigned is decided by the first batch
            self.signed.fill_(1 if x.min() < -1e-5 else 0)
            Qp = 2 ** (self.nbits - 1) - 1 if self.signed == 1 else 2**self.nbits - 1
            self.alpha.data.copy_(2 * x.detach().abs().mean() / math.sqrt(Qp))
            self.init_state.fill_(1)

        if self.signed == 1:
            Qn = -(2 ** (self.nbits - 1))
            Qp = 2 ** (self.nbits - 1) - 1
        else:
            Qn = 0
            Qp = 2**self.nbits - 1

        g = 1.0 / math.sqrt(x.numel() * Qp)
        alpha = grad_scale(self.alpha, g)
        return round_pass((x / alpha).clamp(Qn, Qp)) * alpha


class QuantBlock(nn.Module):
    def __init__(self):
        super().__init__()
        self.act = ActLSQ()
        self.linear = nn.Linear(4, 3)

    def forward(self, x):
        return self.linear(self.act(x))


def load(training=True):
    return torch.compile(QuantBlock().train(training))


def cases():
    yield from build(load, lambda: (randn(5, 4),), "base grad pos big nan")
    yield from build(load, lambda: (randn(2, 3, 4),), "base pos", tag="3d-")
    yield from build(lambda: load(False), lambda: (randn(5, 4),), "base", tag="eval-")


EXPECT = {'topic': 'quantisation',
 'rewrites': [],
 'breaks': {35: 3, 37: 5, 38: 1, 42: 6},
 'gb': ['GB0007', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
