"""Filtered evaluation of a knowledge graph embedding (DistMult): known triples are removed before ranking."""

from collections import defaultdict

import torch
from torch import nn

from fxkit import build, bools, ints


class DistMult(nn.Module):
    def __init__(self, entities=6, relations=3, dim=4):
        super().__init__()
        self.ent = nn.Embedding(entities, dim)
        self.rel = nn.Embedding(relations, dim)

    def score_tails(self, h, r):
        return (self.ent(h) * self.rel(r)) @ self.ent.weight.t()

    @torch.no_grad()
    def forward(self, triples, known):
        """known: (batch, entities), true tails of (h, r) other than the queried one included."""
        h, r, t = triples.unbind(1)
        scores = self.score_tails(h, r)
        logs = defaultdict(float)
        for i in range(len(triples)):
            row = scores[i].clone()
            target = row[t[i]].clone()
            row[known[i]] = -1e6
            row[t[i]] = target
            rank = 1 + (row > target).sum().item()
            logs["MRR"] += 1.0 / rank
            logs["MR"] += rank
            for k in (1, 3):
                logs[f"HITS@{k}"] += 1.0 if rank <= k else 0.0
        return {name: value / len(triples) for name, value in logs.items()}


def query(n, p):
    return lambda: (torch.stack([ints(0, 6, n), ints(0, 3, n), ints(0, 6, n, seed=4)], 1), bools(n, 6, p=p))


def cases():
    make = lambda: torch.compile(DistMult())
    yield from build(make, query(3, 0.3), "base", tag="some-")
    yield from build(make, query(2, 0.0), "base", tag="raw-")
    yield from build(make, query(2, 1.0), "base", tag="all-known-")


EXPECT = {'topic': 'knowledge graphs',
 'rewrites': [],
 'breaks': {28: 3, 36: 1},
 'gb': ['GB0033', 'GB4347', 'GB7000'],
 'skips': 2,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'number-tensor', 'close']}
