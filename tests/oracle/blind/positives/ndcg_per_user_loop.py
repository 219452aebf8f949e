"""A recommender evaluates NDCG@k user by user and skips users without relevant items."""

import torch
import torch.nn as nn

from fxkit import bools, build, ints, randn


class BPRMF(nn.Module):
    def __init__(self, n_users=6, n_items=9, dim=4):
        super().__init__()
        self.user_embedding = nn.Embedding(n_users, dim)
        self.item_embedding = nn.Embedding(n_items, dim)

    def forward(self, users):
        return self.user_embedding(users) @ self.item_embedding.weight.t()


def ndcg_at_k(ranked_relevance, ideal_relevance, k):
    discounts = torch.log2(torch.arange(2, k + 2).float())
    total, n_users = 0.0, 0
    for user in range(ranked_relevance.size(0)):
        idcg = (ideal_relevance[user, :k] / discounts).sum()
        if idcg == 0:
            continue
        dcg = (ranked_relevance[user, :k] / discounts).sum()
        total += (dcg / idcg).item()
        n_users += 1
    return total / max(n_users, 1)


class Evaluator(nn.Module):
    def __init__(self, k=4):
        super().__init__()
        self.model = BPRMF()
        self.k = k

    @torch.no_grad()
    def forward(self, users, relevant, seen):
        scores = self.model(users).masked_fill(seen, float("-inf"))
        order = scores.argsort(dim=-1, descending=True)
        ranked = relevant.float().gather(1, order)
        ideal = relevant.float().sort(dim=-1, descending=True).values
        return ndcg_at_k(ranked, ideal, self.k)


def load():
    return torch.compile(Evaluator())


def make():
    return ints(0, 6, 4), bools(4, 9, seed=1, p=0.3), bools(4, 9, seed=2, p=0.2)


def lonely():
    users, relevant, seen = make()
    relevant[1:] = False
    return users, relevant, seen


def cases():
    yield from build(load, make, "base true false")
    yield from build(load, lonely, "base", tag="lonely-")

EXPECT = {'topic': 'recommendation',
 'kind': 'loop over examples',
 'rewrites': [],
 'breaks': {24: 3},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
