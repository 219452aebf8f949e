"""Click prediction: the product layer lists the pairs of fields with torch.combinations in each call."""

import torch
from torch import nn

from fxkit import build, ints, randn


class InnerProductLayer(nn.Module):
    def forward(self, emb):
        pairs = torch.combinations(torch.arange(emb.shape[1]), r=2)
        left, right = emb[:, pairs[:, 0]], emb[:, pairs[:, 1]]
        return (left * right).sum(dim=-1)


class FeaturesEmbedding(nn.Module):
    def __init__(self, field_dims, dim):
        super().__init__()
        self.embedding = nn.Embedding(sum(field_dims), dim)
        offsets = [0]
        for n in field_dims[:-1]:
            offsets.append(offsets[-1] + n)
        self.register_buffer("offsets", torch.tensor(offsets))

    def forward(self, x):
        return self.embedding(x + self.offsets)


class PNN(nn.Module):
    def __init__(self, field_dims=(5, 4, 6, 3), dim=4, dense=2):
        super().__init__()
        n = len(field_dims)
        self.embedding = FeaturesEmbedding(field_dims, dim)
        self.product = InnerProductLayer()
        self.mlp = nn.Sequential(nn.Linear(n * dim + n * (n - 1) // 2 + dense, 8), nn.ReLU(), nn.Linear(8, 1))

    def forward(self, ids, dense):
        e = self.embedding(ids)
        x = torch.cat([e.flatten(1), self.product(e), dense], dim=1)
        return self.mlp(x).squeeze(-1).sigmoid()


def load():
    return torch.compile(PNN())


def cases():
    yield from build(load, lambda: (ints(0, 3, 3, 4), randn(3, 2)), "base grad nan")

EXPECT = {'topic': 'recommender',
 'kind': 'selection',
 'rewrites': [],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 4,
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
