"""A softmax ranker refuses item ids that its table does not have."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class ItemTable(nn.Module):
    def __init__(self, num_items=8, dim=4):
        super().__init__()
        self.num_items = num_items
        self.weight = nn.Parameter(torch.linspace(-1, 1, num_items * dim).view(num_items, dim))

    def check_ids(self, ids):
        if ids.max() >= self.num_items:
            raise ValueError("item id is out of range, rebuild the vocabulary")

    def forward(self, query):
        return query @ self.weight.t()


class SequentialRanker(nn.Module):
    """Scores all items for the last state of a session."""

    def __init__(self, dim=4):
        super().__init__()
        self.rnn_in = nn.Linear(dim, dim)
        self.items = ItemTable(dim=dim)

    def forward(self, session, target):
        self.items.check_ids(target)
        state = torch.zeros_like(session[:, 0])
        for t in range(session.shape[1]):
            state = torch.tanh(self.rnn_in(session[:, t]) + 0.5 * state)
        logits = self.items(state)
        return F.cross_entropy(logits, target.clamp(max=self.items.num_items - 1)), logits


def load():
    return torch.compile(SequentialRanker())


def cases():
    yield from build(load, lambda: (randn(3, 4, 4), torch.tensor([0, 7, 2])), "base grad nan")
    yield from build(load, lambda: (randn(3, 4, 4), torch.tensor([0, 8, 2])), "base", tag="unknown-")

EXPECT = {'rewrites': [],
 'topic': 'recommender',
 'kind': 'branch',
 'breaks': {17: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['compiled-exception-type'],
 'unsafe': ['compiled-exception-type', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
