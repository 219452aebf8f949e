"""Sequence summary for electronic health records: the state at the last recorded visit of each patient."""

import torch
from torch import nn

from fxkit import build, randn


class VisitEncoder(nn.Module):
    """GRU over visits (unrolled), then one state per patient by the number of visits."""

    def __init__(self, dim=3, hidden=4):
        super().__init__()
        self.cell = nn.GRUCell(dim, hidden)
        self.norm = nn.LayerNorm(hidden)
        self.head = nn.Linear(hidden, 1)

    def unroll(self, visits):
        h = visits.new_zeros(visits.shape[0], self.cell.hidden_size)
        states = []
        for t in range(visits.shape[1]):
            h = self.cell(visits[:, t], h)
            states.append(h)
        return torch.stack(states, 1)

    def last_states(self, states, num_visits):
        return torch.stack([states[b, n - 1] for b, n in enumerate(num_visits.tolist())])

    def forward(self, visits, num_visits):
        states = self.unroll(visits)
        summary = self.norm(self.last_states(states, num_visits))
        risk = torch.sigmoid(self.head(summary)).squeeze(-1)
        return risk, summary


def cases():
    make = lambda: torch.compile(VisitEncoder())
    yield from build(make, lambda: (randn(3, 4, 3), torch.tensor([4, 1, 2])), "base grad", tag="mixed-")
    yield from build(make, lambda: (randn(3, 4, 3), torch.tensor([4, 4, 4])), "base", tag="full-")
    yield from build(make, lambda: (randn(2, 4, 3), torch.tensor([0, 3])), "base", tag="no-visit-")

EXPECT = {'topic': 'health',
 'rewrites': ['R35', 'R21'],
 'breaks': {27: 3},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': []}
