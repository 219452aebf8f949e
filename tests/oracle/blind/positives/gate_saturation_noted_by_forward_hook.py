"""Saturation probe for gated MLP blocks: forward hooks note the share of closed gates of every block."""

import torch
from torch import nn

from fxkit import build, randn


class GatedBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.gate = nn.Sequential(nn.Linear(dim, dim), nn.Sigmoid())
        self.value = nn.Linear(dim, dim)

    def forward(self, x):
        return x + self.gate(x) * self.value(x)


class ProbedStack(nn.Module):
    """`closed` maps block names to the share of gates below `eps` in the last call."""

    def __init__(self, dim=4, depth=2, eps=0.2):
        super().__init__()
        self.blocks = nn.ModuleList([GatedBlock(dim) for _ in range(depth)])
        self.norm = nn.LayerNorm(dim)
        self.closed = {}
        self.eps = eps
        for i, block in enumerate(self.blocks):
            block.gate.register_forward_hook(self.make_hook(f"block{i}"))

    def make_hook(self, name):
        def note(module, args, output):
            share = (output.detach() < self.eps).float().mean()
            self.closed[name] = share.item()

        return note

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.norm(x)


def cases():
    make = lambda: torch.compile(ProbedStack())
    yield from build(make, lambda: (randn(3, 4),), "base zero grad", tag="usual-")
    yield from build(make, lambda: (randn(3, 4) * 30,), "base", tag="wide-")
    yield from build(lambda: torch.compile(ProbedStack(eps=2.0)), lambda: (randn(3, 4),), "base", tag="all-")

EXPECT = {'topic': 'interpretability',
 'rewrites': ['R21'],
 'breaks': {34: 3},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 6,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['number-tensor']}
