"""Candidates of a user: seen ones are damped in the gathered scores, which never reaches the table that is used."""

import torch
from torch import nn

from fxkit import build, randn


class Ranker(nn.Module):
    def __init__(self, dim=4, items=6, damping=0.1):
        super().__init__()
        self.items = nn.Parameter(torch.randn(items, dim))
        self.damping = damping

    def forward(self, user, candidates, seen):
        """candidates: (C,) ids, seen: (C,) bool"""
        scores = self.items @ user
        scores[candidates][seen] *= self.damping
        shown = scores[candidates]
        return shown.argmax(), shown.softmax(dim=-1), scores


def load():
    return torch.compile(Ranker())


def cases():
    yield from build(load, lambda: (randn(4), torch.tensor([0, 2, 3, 5]), torch.tensor([True, False, True, False])), "base grad")
    yield from build(load, lambda: (-randn(4), torch.tensor([1, 4, 0]), torch.tensor([True, True, True])), "base", tag="all-")
    yield from build(load, lambda: (randn(4), torch.tensor([1, 4, 0]), torch.zeros(3).bool()), "base", tag="none-")

EXPECT = {'topic': 'recommender',
 'kind': 'mask',
 'verdict': 'any correct rewrite',
 'obligations': ['copies of advanced indexing'],
 'breaks': {18: 3},
 'gb': ['GB0036'],
 'naive_differs_in': ['gradients', 'values'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
