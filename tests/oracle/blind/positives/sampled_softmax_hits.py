"""Two-tower retrieval with in-batch negatives; accidental hits are masked out."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, rand

MIN_LOGIT = -1e4


class Tower(nn.Module):
    def __init__(self, vocab: int, dim: int):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.proj = nn.Linear(dim, dim)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return F.normalize(self.proj(self.emb(ids)), dim=-1)


class RetrievalTask(nn.Module):
    """Sampled softmax with logQ correction.

    query_ids, item_ids: [B]; item_prob: [B] sampling probability of the in-batch items
    """

    def __init__(self, num_queries=10, num_items=12, dim=6, temperature=0.1, remove_accidental_hits=True):
        super().__init__()
        self.query_tower = Tower(num_queries, dim)
        self.item_tower = Tower(num_items, dim)
        self.temperature = temperature
        self.remove_accidental_hits = remove_accidental_hits

    def forward(self, query_ids, item_ids, item_prob=None):
        q = self.query_tower(query_ids)
        v = self.item_tower(item_ids)
        logits = q @ v.t() / self.temperature
        if item_prob is not None:
            logits = logits - torch.log(item_prob.clamp(min=1e-6)).unsqueeze(0)

        labels = torch.arange(logits.size(0))
        if self.remove_accidental_hits:
            same_item = item_ids.unsqueeze(0) == item_ids.unsqueeze(1)
            same_item = same_item & ~torch.eye(item_ids.size(0), dtype=torch.bool)
            if same_item.any():
                logits = logits.masked_fill(same_item, MIN_LOGIT)

        loss = F.cross_entropy(logits, labels)
        rank = (logits > logits.diagonal().unsqueeze(1)).sum(1)
        return loss, {"recall@1": (rank < 1).float().mean(), "mrr": (1.0 / (rank + 1)).mean()}


def make(**kw):
    model = RetrievalTask(**kw)
    model.compile()
    return model


def _args(n, same=False):
    items = ints(0, 12, n, seed=4)
    items = torch.zeros_like(items) if same else items
    return ints(0, 10, n), items, rand(n)


def cases():
    yield from build(make, lambda: _args(6), "base nan grad zero")
    yield from build(make, lambda: _args(4, same=True), "base", tag="collide-")
    yield from build(make, lambda: (ints(0, 10, 5), torch.arange(5)), "base", tag="distinct-")
    yield from build(lambda: make(remove_accidental_hits=False), lambda: _args(4, True), "base", tag="off-")

EXPECT = {'topic': 'retrieval',
 'rewrites': [],
 'breaks': {46: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-close']}
