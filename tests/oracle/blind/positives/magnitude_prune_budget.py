"""Magnitude pruning: the budget is a share of the weights that are still alive."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class PrunedLinear(nn.Module):
    def __init__(self, n_in, n_out, amount=0.5):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(n_out, n_in))
        self.register_buffer("mask", torch.ones(n_out, n_in))
        self.amount = amount

    @torch.no_grad()
    def prune_step(self):
        """Removes the smallest half of the living weights."""
        alive = int(self.mask.sum())
        k = alive // 2
        if k == 0:
            return
        scores = torch.where(self.mask > 0, self.weight.abs(), float("inf"))
        threshold = torch.sort(scores.flatten()).values[k - 1]
        self.mask.mul_((scores > threshold).to(self.mask.dtype))

    def forward(self, x):
        self.prune_step()
        return F.linear(x, self.weight * self.mask)


def make_layer():
    return torch.compile(PrunedLinear(3, 4))


def make_sparse():
    layer = PrunedLinear(3, 4)
    layer.mask.zero_()
    layer.mask[0, 1] = 1
    return torch.compile(layer)


def cases():
    yield from build(make_layer, lambda: (randn(2, 3),), "base grad")
    yield from build(make_sparse, lambda: (randn(2, 3),), "base", tag="one-")

EXPECT = {'topic': 'pruning',
 'rewrites': [],
 'breaks': {20: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close']}
