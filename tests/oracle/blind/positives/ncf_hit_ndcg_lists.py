"""Leave-one-out evaluation of neural collaborative filtering: hit ratio and NDCG at k."""

import math

import torch
from torch import nn

from fxkit import build, ints


def hit(gt_item, pred_items):
    if gt_item in pred_items:
        return 1.0
    return 0.0


def ndcg(gt_item, pred_items):
    if gt_item in pred_items:
        index = pred_items.index(gt_item)
        return 1.0 / math.log2(index + 2)
    return 0.0


class NCF(nn.Module):
    def __init__(self, users=6, items=15, dim=4):
        super().__init__()
        self.user, self.item = nn.Embedding(users, dim), nn.Embedding(items, dim)
        self.predict = nn.Linear(dim, 1)

    def forward(self, user, items):
        return self.predict(self.user(user).unsqueeze(1) * self.item(items)).squeeze(-1)


def evaluator(top_k=3):
    model = NCF().eval()

    @torch.compile
    @torch.no_grad()
    def evaluate(user, items):
        """items: the held-out item first, then the sampled negatives"""
        _, indices = torch.topk(model(user, items), top_k)
        recommends = torch.gather(items, 1, indices)
        HR, NDCG = [], []
        for gt, rec in zip(items[:, 0].tolist(), recommends.tolist()):
            HR.append(hit(gt, rec))
            NDCG.append(ndcg(gt, rec))
        return torch.tensor(HR).mean(), torch.tensor(NDCG).mean()

    return evaluate


def candidates(n, seed):
    return ints(0, 6, n, seed=seed), torch.stack([torch.randperm(15)[:7] for _ in range(n)])


def cases():
    yield from build(evaluator, lambda: candidates(5, 0), "base")
    yield from build(evaluator, lambda: candidates(8, 2), "base", tag="more-")
    yield from build(lambda: evaluator(7), lambda: candidates(4, 1), "base", tag="all-")


EXPECT = {'topic': 'recommender',
 'rewrites': [],
 'breaks': {44: 3},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close']}
