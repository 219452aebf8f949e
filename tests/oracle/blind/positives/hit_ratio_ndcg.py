"""HR@k and NDCG@k of a two-tower recommender evaluated in the compiled step."""

import math

import torch
import torch.nn as nn

from fxkit import build, ints


class TwoTower(nn.Module):
    def __init__(self, n_users, n_items, dim=4, k=3):
        super().__init__()
        self.users = nn.Embedding(n_users, dim)
        self.items = nn.Embedding(n_items, dim)
        self.k = k

    def ranks(self, scores, positive):
        own = scores.gather(1, positive.unsqueeze(1))
        return (scores > own).sum(1)

    def metrics(self, ranks):
        hits, ndcg = 0, 0.0
        for rank in ranks.tolist():
            if rank < self.k:
                hits += 1
                ndcg += 1.0 / math.log2(rank + 2)
        return {f"hr@{self.k}": hits / len(ranks), f"ndcg@{self.k}": ndcg / len(ranks)}

    @torch.no_grad()
    def forward(self, user, positive):
        scores = self.users(user) @ self.items.weight.t()
        return self.metrics(self.ranks(scores, positive))


def make_model():
    return torch.compile(TwoTower(6, 9))


def cases():
    for seed in (0, 4, 11):
        yield from build(make_model, lambda s=seed: (ints(0, 6, 5, seed=s), ints(0, 9, 5, seed=s + 1)), "base", tag=f"s{seed}-")

EXPECT = {'topic': 'recommender',
 'rewrites': [],
 'breaks': {24: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'number-tensor']}
