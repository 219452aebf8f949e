"""Link prediction: the module keeps the best margin that it has seen, for early stopping."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class DistMult(nn.Module):
    """Bilinear score of (head, relation, tail)."""

    def __init__(self, entities=8, relations=3, dim=4):
        super().__init__()
        self.entity = nn.Embedding(entities, dim)
        self.relation = nn.Embedding(relations, dim)

    def forward(self, triples):
        h, r, t = triples.unbind(-1)
        return (self.entity(h) * self.relation(r) * self.entity(t)).sum(dim=-1)


class LinkPredictor(nn.Module):
    def __init__(self, margin=1.0):
        super().__init__()
        self.score = DistMult()
        self.margin = margin
        self.best_margin = float("-inf")

    def track(self, gap):
        gap = gap.detach().mean()
        self.best_margin = max(self.best_margin, gap.item())

    def forward(self, positive, negative):
        gap = self.score(positive) - self.score(negative)
        self.track(gap)
        return F.relu(self.margin - gap).mean()


def load():
    return torch.compile(LinkPredictor())


def triples(seed):
    return torch.stack([ints(0, 8, 5, seed=seed), ints(0, 3, 5, seed=seed), ints(0, 8, 5, seed=seed + 1)], dim=-1)


def cases():
    for seed in (0, 4):
        yield from build(load, lambda seed=seed: (triples(seed), triples(seed + 9)), "base", tag=f"{seed}-")

EXPECT = {'topic': 'graph',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {32: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
