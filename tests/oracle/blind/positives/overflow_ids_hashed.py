"""Embedding tables of a click model: ids beyond the table are hashed into it, and counted."""

import torch
from torch import nn

from fxkit import build, randn


class HashedEmbedding(nn.Module):
    def __init__(self, rows=7, dim=3, prime=31):
        super().__init__()
        self.table = nn.Embedding(rows, dim)
        self.prime = prime
        self.register_buffer("overflowed", torch.zeros((), dtype=torch.long))

    def forward(self, ids):
        rows = self.table.num_embeddings
        if ids.max() >= rows:
            outside = ids >= rows
            self.overflowed += outside.sum()
            ids = torch.where(outside, (ids * self.prime + 7) % rows, ids)
        return self.table(ids)


class WideAndDeep(nn.Module):
    def __init__(self, fields=("user", "item"), dim=3, numeric=2):
        super().__init__()
        self.fields = fields
        self.tables = nn.ModuleDict({name: HashedEmbedding(dim=dim) for name in fields})
        self.mlp = nn.Sequential(nn.Linear(dim * len(fields) + numeric, 4), nn.ReLU(), nn.Linear(4, 1))

    def forward(self, features, dense):
        embedded = [self.tables[name](features[name]) for name in self.fields]
        logit = self.mlp(torch.cat([*embedded, dense], dim=-1)).squeeze(-1)
        return torch.sigmoid(logit)


def load():
    return torch.compile(WideAndDeep())


def cases():
    def args(user, item):
        return lambda: ({"user": torch.tensor(user), "item": torch.tensor(item)}, randn(3, 2))

    yield from build(load, args([0, 6, 2], [1, 3, 5]), "base grad nan")
    yield from build(load, args([0, 6, 2], [1, 30, 7]), "base grad", tag="outside-")

EXPECT = {'topic': 'recommender',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {18: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 5,
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
