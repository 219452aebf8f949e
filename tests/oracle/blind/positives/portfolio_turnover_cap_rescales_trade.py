"""Differentiable portfolio layer: trades beyond the turnover budget are scaled back, short books are rejected."""

from typing import NamedTuple

import torch
from torch import nn

from fxkit import build, rand, randn


class Allocation(NamedTuple):
    weights: torch.Tensor
    turnover: torch.Tensor
    cost: torch.Tensor


class TurnoverCappedAllocator(nn.Module):
    def __init__(self, n_features=3, max_turnover=0.4, fee=1e-3, cash_floor=0.02):
        super().__init__()
        self.score = nn.Linear(n_features, 1)
        self.max_turnover = max_turnover
        self.fee = fee
        self.cash_floor = cash_floor

    def propose(self, feats):
        w = torch.softmax(self.score(feats).squeeze(-1), dim=0)
        if w[0] < self.cash_floor:
            w = w.clone()
            w[0] = self.cash_floor
            w = w / w.sum()
        return w

    def forward(self, feats, held):
        target = self.propose(feats)
        trade = target - held
        turnover = trade.abs().sum()
        if float(turnover) > self.max_turnover:
            trade = trade * (self.max_turnover / turnover)
            turnover = trade.abs().sum()
        weights = held + trade
        cost = self.fee * turnover
        return Allocation(weights, turnover, cost)


def book(scale, tilt=0.0):
    def args():
        h = rand(4) + 0.1
        f = randn(4, 3) * scale
        f[0] = f[0] - tilt
        return f, h / h.sum()

    return args


def cases():
    yield from build(lambda: torch.compile(TurnoverCappedAllocator()), book(1.0), "base grad", tag="usual-")
    yield from build(lambda: torch.compile(TurnoverCappedAllocator(max_turnover=3.0)), book(0.1), "base grad", tag="free-")
    yield from build(lambda: torch.compile(TurnoverCappedAllocator(max_turnover=0.01)), book(4.0, 8.0), "base grad", tag="tight-")
    yield from build(lambda: torch.compile(TurnoverCappedAllocator(cash_floor=0.9)), book(1.0), "base", tag="cash-")


EXPECT = {'topic': 'finance',
 'rewrites': [],
 'breaks': {27: 3, 37: 2},
 'gb': ['GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
