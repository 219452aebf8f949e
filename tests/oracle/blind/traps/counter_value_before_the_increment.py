"""The number of seen tokens is noted before the counter goes on, in place."""

import torch
import torch.nn as nn

from fxkit import build, randn


class TokenCounter(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("seen", torch.zeros((), dtype=torch.long))
        self.net = nn.Linear(4, 4)
        self.started_at = []

    def forward(self, x):
        self.started_at.append(self.seen.item())
        self.seen += x.shape[0]
        return self.net(x)


def load():
    return torch.compile(TokenCounter())


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base grad")

EXPECT = {'topic': 'training',
 'kind': 'item',
 'verdict': 'any correct rewrite',
 'obligations': ['aliasing'],
 'breaks': {17: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['alias.identity', 'alias.storage', 'module.started_at'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
