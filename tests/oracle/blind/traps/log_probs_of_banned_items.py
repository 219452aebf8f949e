"""Slate recommender: the log-probability of a slate sums over shown items; banned items score minus infinity."""

import torch
from torch import nn

from fxkit import build, ints, rand, randn


class SlatePolicy(nn.Module):
    def __init__(self, items: int = 6, dim: int = 3):
        super().__init__()
        self.items = nn.Embedding(items, dim)
        self.user = nn.Linear(dim, dim)

    def item_log_probs(self, user, banned):
        scores = self.user(user) @ self.items.weight.t()
        return scores.masked_fill(banned, float("-inf")).log_softmax(dim=-1)

    @staticmethod
    def slate_log_prob(logp, shown):
        return logp[shown].sum() / shown.sum().clamp(min=1)

    def forward(self, user, banned, shown):
        logp = self.item_log_probs(user, banned)
        return self.slate_log_prob(logp, shown & ~banned), logp.argmax(dim=-1)


def load():
    return torch.compile(SlatePolicy())


def cases():
    banned = torch.tensor([[True, False, False, False, False, True]] * 2)
    yield from build(load, lambda: (randn(2, 3), banned, rand(2, 6) < 0.5), "base grad")
    yield from build(load, lambda: (randn(2, 3), torch.zeros(2, 6, dtype=torch.bool), ints(0, 2, 2, 6) > 0), "base", tag="free-")

EXPECT = {'topic': 'recommenders',
 'kind': 'mask reduction',
 'verdict': 'any correct rewrite',
 'obligations': ['infinity times zero'],
 'breaks': {21: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['values', 'gradient'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
