"""The profile of a user: the sum of the embeddings of the items in the basket, which is padded by -1."""

import torch
from torch import nn

from fxkit import build, randn


class BasketProfile(nn.Module):
    def __init__(self, items=6, dim=3):
        super().__init__()
        self.items = nn.Embedding(items, dim)
        self.out = nn.Linear(dim, dim)

    def basket(self, ids):
        return self.items(ids[ids >= 0]).sum(0)

    def forward(self, baskets, user):
        profile = torch.stack([self.basket(ids) for ids in baskets])
        return torch.tanh(self.out(profile + user))


def load():
    return torch.compile(BasketProfile())


def cases():
    yield from build(load, lambda: (torch.tensor([[0, 3, 5], [2, 2, 1]]), randn(2, 3)), "base grad", tag="full-")
    yield from build(load, lambda: (torch.tensor([[0, 3, -1], [-1, -1, -1]]), randn(2, 3)), "base grad", tag="padded-")

EXPECT = {'topic': 'recommender',
 'kind': 'masks',
 'verdict': 'any correct rewrite',
 'obligations': ['exceptions'],
 'breaks': {16: 2},
 'gb': ['GB0036', 'GB7000'],
 'naive_differs_in': ['None or not', 'exception', 'type'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history']}
