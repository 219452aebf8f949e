"""Two-tower recommender: users without history are served from popularity, scored by the same head."""

import torch
from torch import nn

from fxkit import build


class TwoTower(nn.Module):
    def __init__(self, n_users=5, n_items=6, dim=4, pad=0):
        super().__init__()
        self.user = nn.Embedding(n_users, dim)
        self.item = nn.Embedding(n_items, dim, padding_idx=pad)
        self.register_buffer("popularity", torch.arange(n_items).float() / n_items)
        self.pad = pad

    def history_vector(self, history):
        """Mean of the item vectors, None for an empty history."""
        mask = history != self.pad
        if mask.sum() == 0:
            return None
        return self.item(history)[mask].mean(0)

    def score(self, user_id, history):
        vec = self.history_vector(history)
        if vec is None:
            return self.popularity.clone()
        return self.item.weight @ (self.user(user_id) + vec)

    def forward(self, users, histories):
        rows = []
        for u, h in zip(users, histories):
            rows.append(self.score(u, h))
        logits = torch.stack(rows)
        seen = torch.zeros_like(logits, dtype=torch.bool).scatter_(1, histories, True)
        return logits.masked_fill(seen, -1e4).topk(2).indices, logits


def cases():
    make = lambda: torch.compile(TwoTower())
    yield from build(make, lambda: (torch.tensor([1, 3]), torch.tensor([[2, 3, 0], [5, 0, 0]])), "base", tag="warm-")
    yield from build(make, lambda: (torch.tensor([0, 4]), torch.tensor([[2, 0, 4], [0, 0, 0]])), "base", tag="one-cold-")
    yield from build(make, lambda: (torch.tensor([2, 2]), torch.zeros(2, 3, dtype=torch.long)), "base", tag="all-cold-")
    yield from build(make, lambda: (torch.tensor([1]), torch.tensor([[5, 4, 3]])), "base", tag="single-")


EXPECT = {'topic': 'recommender',
 'rewrites': [],
 'breaks': {20: 2, 22: 1},
 'gb': ['GB0036', 'GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 8,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'close', 'grad-close']}
