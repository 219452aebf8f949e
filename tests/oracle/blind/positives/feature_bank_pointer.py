"""Negatives for a two-tower recommender come from a bank that is filled in a ring."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class TwoTower(nn.Module):
    def __init__(self, dim=4, bank_size=6):
        super().__init__()
        self.user = nn.Linear(dim, dim)
        self.item = nn.Linear(dim, dim)
        self.bank_size = bank_size
        self.register_buffer("bank", F.normalize(torch.ones(bank_size, dim), dim=-1))
        self.register_buffer("ptr", torch.zeros(1, dtype=torch.long))

    @torch.no_grad()
    def enqueue(self, item):
        ptr = int(self.ptr)
        self.bank[ptr] = item
        self.ptr[0] = (ptr + 1) % self.bank_size

    def forward(self, users, items):
        u = F.normalize(self.user(users), dim=-1)
        v = F.normalize(self.item(items), dim=-1)
        positive = (u * v).sum(dim=-1, keepdim=True)
        negative = u @ self.bank.clone().t()
        self.enqueue(v.mean(dim=0))
        logits = torch.cat([positive, negative], dim=1) / 0.07
        return F.cross_entropy(logits, torch.zeros(len(logits), dtype=torch.long))


def load():
    return torch.compile(TwoTower())


def cases():
    yield from build(load, lambda: (randn(2, 4), randn(2, 4)), "base grad")

EXPECT = {'topic': 'recommenders',
 'kind': 'item',
 'rewrites': [],
 'breaks': {21: 2},
 'gb': ['GB0124'],
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
