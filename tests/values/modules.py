"""Attributes of modules, methods, and calls that are followed."""

import torch
from torch import nn

SCALE = 2.0


def halve(value, by=2):
    a = value
    #   ^^^^^ value: tensor (likely)
    return value / by


class Block(nn.Module):
    rate = 0.5

    def __init__(self, config, size: int, bias=None):
        super().__init__()
        self.linear = nn.Linear(size, size)
        self.size = size
        self.config = config
        self.weight = nn.Parameter(torch.ones(size))
        self.register_buffer("mean", torch.zeros(size))
        self.layers = nn.ModuleList([nn.ReLU() for _ in range(3)])
        self.cache = None

    def scores(self, x):
        return x.softmax(-1)

    def forward(self, x, mask=None):
        a = self.linear
        #   ^^^^^^^^^^^ value: module torch.nn.Linear
        b = self.linear(x)
        #   ^^^^^^^^^^^^^^ value: tensor (likely)
        c = self.weight
        #   ^^^^^^^^^^^ value: tensor float rank1
        d = self.mean
        #   ^^^^^^^^^ value: tensor float rank1
        e = self.size
        #   ^^^^^^^^^ value: constant
        f = self.config.hidden
        #   ^^^^^^^^^^^^^^^^^^ value: unknown
        g = self.training
        #   ^^^^^^^^^^^^^ value: constant
        h = self.scores(b)
        #   ^^^^^^^^^^^^^^ value: tensor (likely)
        i = halve(h)
        #   ^^^^^^^^ value: tensor (likely)
        j = SCALE
        #   ^^^^^ value: 2.000000
        k = self.rate
        #   ^^^^^^^^^ value: 0.500000
        for layer in self.layers:
            x = layer(x)
            l = layer
            #   ^^^^^ value: module torch.nn.ReLU
        m = x
        #   ^ value: tensor (likely)
        o = self.cache
        #   ^^^^^^^^^^ value: None
        p = self.scores
        #   ^^^^^^^^^^^ value: method function scores
        return m
