"""Learned step size quantisation: the step is measured on the first batch, later batches only train it."""

import math

import torch
from torch import nn

from fxkit import build, randn


def grad_scale(x, scale):
    y_grad = x * scale
    return (x - y_grad).detach() + y_grad


def round_pass(x):
    return (x.round() - x).detach() + x


class LsqActivation(nn.Module):
    def __init__(self, nbits: int = 4, signed: bool = True):
        super().__init__()
        self.Qn = -(2 ** (nbits - 1)) if signed else 0
        self.Qp = 2 ** (nbits - 1) - 1 if signed else 2**nbits - 1
        self.alpha = nn.Parameter(torch.ones(1))
        self.register_buffer("init_state", torch.zeros(1))

    def init_from(self, x):
        with torch.no_grad():
            self.alpha.copy_(2 * x.abs().mean() / math.sqrt(self.Qp))
            self.init_state.fill_(1)

    def forward(self, x):
        if self.training and self.init_state == 0:
            self.init_from(x)
        g = 1.0 / math.sqrt(x.numel() * self.Qp)
        alpha = grad_scale(self.alpha, g)
        return round_pass((x / alpha).clamp(self.Qn, self.Qp)) * alpha


class QuantBlock(nn.Module):
    def __init__(self):
        super().__init__()
        self.act = LsqActivation()
        self.fc = nn.Linear(5, 3)

    def forward(self, x):
        return self.fc(self.act(x))


def load():
    return torch.compile(QuantBlock())


def cases():
    yield from build(load, lambda: (randn(4, 5),), "base grad small")
    yield from build(lambda: torch.compile(QuantBlock().eval()), lambda: (randn(4, 5),), "base", tag="eval-")

EXPECT = {'topic': 'quantisation',
 'kind': 'first call',
 'rewrites': [],
 'breaks': {34: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
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
