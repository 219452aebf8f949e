"""Attention over the reachable nodes: the rows of isolated nodes stay zero."""

import torch
from torch import nn

from fxkit import build, randn


class ReachAttention(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.q = nn.Linear(dim, dim)
        self.k = nn.Linear(dim, dim)

    def weights(self, scores, reach):
        rows = []
        for s, r in zip(scores, reach):
            w = torch.zeros_like(s)
            w[r] = s[r].softmax(0)
            rows.append(w)
        return torch.stack(rows)

    def forward(self, x, reach):
        w = self.weights(self.q(x) @ self.k(x).T, reach)
        return x + w @ x


def load():
    return torch.compile(ReachAttention())


def cases():
    all_linked = torch.tensor([[True, True, False], [True, False, True], [False, True, True]])
    isolated = torch.tensor([[True, True, False], [True, True, False], [False, False, False]])
    yield from build(load, lambda: (randn(3, 3), all_linked), "base grad")
    yield from build(load, lambda: (randn(3, 3), isolated), "base grad", tag="isolated-")

EXPECT = {'topic': 'GNN',
 'kind': 'masks, write',
 'verdict': 'any correct rewrite',
 'obligations': ['empty selections', 'NaN'],
 'breaks': {19: 3},
 'gb': ['GB0036', 'GB7000'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history']}
