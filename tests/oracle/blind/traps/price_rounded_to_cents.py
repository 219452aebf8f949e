"""Bids of an auction are rounded to cents, in Python, and compared with the reserve price."""

import torch
from torch import nn

from fxkit import build, randn


class BidModel(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.ctr = nn.Linear(dim, 1)

    def forward(self, features):
        return torch.sigmoid(self.ctr(features)).squeeze(-1)


class Auction(nn.Module):
    def __init__(self, reserve=0.35):
        super().__init__()
        self.model = BidModel()
        self.reserve = reserve

    def settle(self, bids, value):
        top = bids.topk(2).values
        price = round(float(top[1]) * value, 2)
        return max(price, self.reserve)

    @torch.no_grad()
    def forward(self, features, value):
        bids = self.model(features)
        price = self.settle(bids, value)
        # whole cents are the unit of the ledger
        cents = int(price * 100 + 0.5)
        return bids, bids * price, cents


def load():
    return torch.compile(Auction())


def cases():
    yield from build(load, lambda: (randn(4, 3), 1234.565), "base")
    yield from build(load, lambda: (randn(4, 3, seed=1), 98765.435), "base", tag="large-")
    yield from build(load, lambda: (torch.zeros(4, 3), 0.125 * 2), "base", tag="tie-")

EXPECT = {'topic': 'recommender',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['rounding in double precision'],
 'breaks': {26: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
