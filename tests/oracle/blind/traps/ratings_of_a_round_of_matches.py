"""Self-play league: the ratings are updated match by match, so a second match starts from the new rating."""

import torch
from torch import nn

from fxkit import build, randn


class League(nn.Module):
    def __init__(self, players=4, k=0.4, dim=3):
        super().__init__()
        self.k = k
        self.register_buffer("ratings", torch.zeros(players))
        self.strength = nn.Linear(dim, 1)

    def expected(self, a, b):
        return torch.sigmoid(self.ratings[a] - self.ratings[b])

    @torch.no_grad()
    def record(self, matches, outcome):
        for (a, b), score in zip(matches.tolist(), outcome):
            change = self.k * (score - self.expected(a, b))
            self.ratings[a] += change
            self.ratings[b] -= change

    def forward(self, features, matches, outcome):
        self.record(matches, outcome)
        return self.strength(features).squeeze(-1) + self.ratings


def load():
    return torch.compile(League())


def cases():
    matches = torch.tensor([[0, 1], [0, 2], [2, 1], [0, 1]])
    outcome = torch.tensor([1.0, 1.0, 0.0, 0.5])
    yield from build(load, lambda: (randn(4, 3), matches.clone(), outcome.clone()), "base grad")
    yield from build(load, lambda: (randn(4, 3), torch.tensor([[0, 1], [2, 3]]), outcome[:2].clone()), "base", tag="apart-")
    yield from build(load, lambda: (randn(4, 3), matches[:0].clone(), outcome[:0].clone()), "base", tag="none-")

EXPECT = {'topic': 'rl',
 'kind': 'loops',
 'verdict': 'any correct rewrite',
 'obligations': ['order of updates', 'repeated indices'],
 'breaks': {21: 3},
 'gb': ['GB0033'],
 'naive_differs_in': ['state'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
