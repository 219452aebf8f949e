"""Symbolic regression applies the unary operator that a token names, out of a Python list of functions."""

import torch
from torch import nn

from fxkit import build, randn

OPERATORS = [torch.sin, torch.log, torch.sqrt, torch.square]


class ExpressionNode(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(1.3))
        self.shift = nn.Parameter(torch.tensor(0.2))

    def forward(self, x, token):
        op = OPERATORS[int(token)]
        return op(self.scale * x + self.shift)


class Expression(nn.Module):
    def __init__(self, depth=2):
        super().__init__()
        self.nodes = nn.ModuleList(ExpressionNode() for _ in range(depth))

    def forward(self, x, tokens, target):
        y = x
        for node, token in zip(self.nodes, tokens):
            y = node(y, token)
        return (y - target).square().mean(), y


def load():
    return torch.compile(Expression())


def cases():
    yield from build(load, lambda: (randn(5), torch.tensor([0, 3]), randn(5, seed=1)), "base grad nan")
    yield from build(load, lambda: (randn(5).abs() + 0.1, torch.tensor([2, 1]), randn(5, seed=1)), "base grad", tag="root-")
    yield from build(load, lambda: (randn(5), torch.tensor([-1, 0]), randn(5, seed=1)), "base zero", tag="last-")
    yield from build(load, lambda: (randn(5), torch.tensor([3, 4]), randn(5, seed=1)), "base", tag="unknown-")

EXPECT = {'topic': 'symbolic',
 'kind': 'index',
 'verdict': 'decline',
 'obligations': ['an index into a Python list',
                 'negative indices',
                 'IndexError',
                 'finite gradients of the untaken arm'],
 'breaks': {18: 3},
 'gb': ['GB0088', 'GB0124', 'GB7000'],
 'naive_differs_in': ['gradients', 'exception'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
