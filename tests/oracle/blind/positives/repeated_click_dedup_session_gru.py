"""Session recommender: immediate repeats are skipped by the recurrent state, last state of each session is scored."""

import torch
from torch import nn

from fxkit import build


class SessionGRU(nn.Module):
    def __init__(self, n_items=7, dim=4):
        super().__init__()
        self.emb = nn.Embedding(n_items, dim, padding_idx=0)
        self.cell = nn.GRUCell(dim, dim)
        self.bias = nn.Parameter(torch.zeros(n_items))

    def encode(self, session):
        h = torch.zeros(1, self.cell.hidden_size)
        prev = torch.tensor(0)
        used = 0
        for item in session:
            if item == 0:
                break
            if item == prev:
                continue
            h = self.cell(self.emb(item)[None], h)
            prev = item
            used += 1
        return h, used

    def forward(self, sessions):
        states, lengths = [], []
        for s in sessions:
            h, n = self.encode(s)
            states.append(h)
            lengths.append(n)
        h = torch.cat(states)
        return h @ self.emb.weight.t() + self.bias, torch.tensor(lengths)


def cases():
    make = lambda: torch.compile(SessionGRU())
    yield from build(make, lambda: (torch.tensor([[2, 2, 3, 0], [5, 1, 1, 1]]),), "base", tag="repeats-")
    yield from build(make, lambda: (torch.tensor([[1, 2, 3, 4]]),), "base", tag="distinct-")
    yield from build(make, lambda: (torch.tensor([[0, 0, 0, 0], [6, 0, 0, 0]]),), "base", tag="empty-")


EXPECT = {'topic': 'recommender',
 'rewrites': [],
 'breaks': {21: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 2,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'close', 'grad-close']}
