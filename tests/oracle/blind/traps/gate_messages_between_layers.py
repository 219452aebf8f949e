"""Gated residual tower with the trace output that the log parser of the sweep dashboard expects line by line."""

import torch
from torch import nn

from fxkit import build, randn


class GatedTower(nn.Module):
    def __init__(self, dim=4, depth=3, closed_below=0.5, trace=True):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(dim, dim) for _ in range(depth)])
        self.gates = nn.Parameter(torch.tensor([0.5, -2.0, 0.1][:depth]))
        self.closed_below = closed_below
        self.trace = trace

    def say(self, *what):
        if self.trace:
            print(*what)

    def forward(self, x):
        for i, layer in enumerate(self.layers):
            self.say("layer", i)
            g = torch.sigmoid(self.gates[i] * x.detach().abs().mean())
            if g < self.closed_below:
                self.say("  gate closed")
                continue
            h = torch.relu(layer(x))
            if (h == 0).all():
                self.say("  dead")
            x = x + g * h
        self.say("done")
        return x


def dead_tower():
    m = GatedTower(closed_below=0.0)
    nn.init.constant_(m.layers[1].bias, -50.0)
    return torch.compile(m)


def cases():
    yield from build(dead_tower, lambda: (randn(2, 4),), "base", tag="dead-")
    yield from build(lambda: torch.compile(GatedTower()), lambda: (randn(2, 4),), "base grad", tag="usual-")
    yield from build(lambda: torch.compile(GatedTower(closed_below=0.99)), lambda: (randn(2, 4),), "base", tag="closed-")
    yield from build(lambda: torch.compile(GatedTower(closed_below=0.0)), lambda: (randn(2, 4),), "base", tag="open-")
    yield from build(lambda: torch.compile(GatedTower(trace=False)), lambda: (randn(2, 4),), "base", tag="quiet-")


EXPECT = {'topic': 'model',
 'verdict': 'any correct rewrite',
 'obligations': ['O2'],
 'breaks': {19: 2},
 'gb': ['GB0059', 'GB7000'],
 'naive_differs_in': ['events'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'shown-history', 'grad-close']}
