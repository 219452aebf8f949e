"""A two tower recommender returns hit rate and reciprocal rank as a tuple of floats."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints


class TwoTower(nn.Module):
    def __init__(self, users=6, items=8, dim=4, temperature=0.2):
        super().__init__()
        self.user = nn.Embedding(users, dim)
        self.item = nn.Embedding(items, dim)
        self.temperature = temperature

    def scores(self, user_ids, item_ids):
        u = F.normalize(self.user(user_ids), dim=-1)
        v = F.normalize(self.item(item_ids), dim=-1)
        return u @ v.T / self.temperature

    def forward(self, user_ids, item_ids, k: int = 2):
        logits = self.scores(user_ids, item_ids)
        labels = torch.arange(user_ids.shape[0])
        loss = F.cross_entropy(logits, labels)
        own = logits.diagonal().unsqueeze(-1)
        rank = (logits > own).sum(dim=-1)
        hit = (rank < k).float().mean()
        mrr = (1.0 / (rank + 1)).mean()
        return loss, (hit.item(), mrr.item())


def load():
    return torch.compile(TwoTower())


def cases():
    yield from build(load, lambda: (ints(0, 6, 5), ints(0, 8, 5)), "base")
    yield from build(load, lambda: (ints(0, 6, 3, seed=2), ints(0, 8, 3, seed=5)), "base", tag="small-")

EXPECT = {'topic': 'recommender',
 'rewrites': ['R28'],
 'breaks': {30: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
