"""Items with the same score are ordered by their id, because pairs are sorted."""

import torch
from torch import nn

from fxkit import build, ints, randn


class PopularityRanker(nn.Module):
    """Scores come from a coarse grid, so that ties are common."""

    def __init__(self, dim=3, k=3):
        super().__init__()
        self.user = nn.Linear(dim, dim)
        self.k = k

    @torch.no_grad()
    def forward(self, user, items, ids):
        scores = torch.round(items @ torch.tanh(self.user(user)))
        ranked = sorted(zip(scores.tolist(), ids.tolist()), reverse=True)[: self.k]
        top = torch.tensor([item for _, item in ranked])
        return top, scores


def load():
    return torch.compile(PopularityRanker())


def cases():
    yield from build(load, lambda: (randn(3), randn(6, 3), torch.tensor([11, 7, 19, 3, 5, 2])), "base")
    yield from build(load, lambda: (torch.zeros(3), torch.zeros(6, 3), torch.tensor([11, 7, 19, 3, 5, 2])), "base", tag="cold-")
    yield from build(load, lambda: (randn(3), 4 * randn(5, 3), ints(0, 50, 5)), "base", tag="spread-")

EXPECT = {'topic': 'recommender',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['order of tuples'],
 'breaks': {20: 7},
 'gb': ['GB0033', 'GB0109', 'GB0207'],
 'naive_differs_in': ['values'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
