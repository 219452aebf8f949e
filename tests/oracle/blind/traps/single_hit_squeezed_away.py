"""The mean of the passages whose score is high enough, as somebody wrote it."""

import torch
from torch import nn

from fxkit import build, randn


class PassageMean(nn.Module):
    def __init__(self, dim=3, threshold=0.5):
        super().__init__()
        self.query = nn.Parameter(torch.ones(dim))
        self.threshold = threshold

    def forward(self, passages):
        scores = torch.sigmoid(passages @ self.query)
        hits = (scores > self.threshold).nonzero().squeeze()
        return passages[hits].mean(0), scores


def load():
    return torch.compile(PassageMean())


def cases():
    rows = lambda *s: lambda: (torch.tensor(s)[:, None] * torch.tensor([1.0, 2.0, 0.5]),)
    yield from build(load, rows(1.0, -1.0, 2.0), "base grad", tag="two-")
    yield from build(load, rows(1.0, -1.0, -2.0), "base grad", tag="one-")
    yield from build(load, rows(-1.0, -1.0, -2.0), "base", tag="none-")

EXPECT = {'topic': 'retrieval',
 'kind': 'nonzero, shapes',
 'verdict': 'decline',
 'obligations': ['shapes', 'empty selections'],
 'breaks': {17: 2, 18: 2},
 'gb': ['GB0033', 'GB0036'],
 'naive_differs_in': ['shape', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history']}
