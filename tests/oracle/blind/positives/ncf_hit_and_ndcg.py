"""Leave-one-out evaluation of neural collaborative filtering: the first item is the true one, the others are sampled."""

import math

import torch
from torch import nn

from fxkit import build, ints


def hit(gt_item, pred_items):
    if gt_item in pred_items:
        return 1
    return 0


def ndcg(gt_item, pred_items):
    if gt_item in pred_items:
        index = pred_items.index(gt_item)
        return math.log(2) / math.log(index + 2)
    return 0


class NCF(nn.Module):
    def __init__(self, users=4, items=20, dim=3):
        super().__init__()
        self.embed_user = nn.Embedding(users, dim)
        self.embed_item = nn.Embedding(items, dim)
        self.predict_layer = nn.Linear(dim, 1)

    def forward(self, user, item):
        return self.predict_layer(self.embed_user(user) * self.embed_item(item)).view(-1)


class Evaluator(nn.Module):
    def __init__(self, top_k=3):
        super().__init__()
        self.model = NCF()
        self.top_k = top_k

    @torch.no_grad()
    def forward(self, users, candidates):
        HR, NDCG = [], []
        for user, item in zip(users, candidates):
            predictions = self.model(user.expand_as(item), item)
            _, indices = torch.topk(predictions, self.top_k)
            recommends = torch.take(item, indices).tolist()
            gt_item = item[0].item()
            HR.append(hit(gt_item, recommends))
            NDCG.append(ndcg(gt_item, recommends))
        return sum(HR) / len(HR), sum(NDCG) / len(NDCG)


def load():
    return torch.compile(Evaluator())


def candidates(seed):
    return torch.stack([torch.randperm(20, generator=torch.Generator().manual_seed(seed + i))[:6] for i in range(3)])


def cases():
    yield from build(load, lambda: (ints(0, 4, 3), candidates(0)), "base")
    yield from build(load, lambda: (ints(0, 4, 3, seed=2), candidates(5)), "base", tag="other-")

EXPECT = {'topic': 'recommender',
 'kind': 'tolist',
 'rewrites': [],
 'breaks': {47: 2},
 'gb': ['GB0033', 'GB7000'],
 'skips': 1,
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
