"""A queue of keys that takes only keys of length one; whoever hands in others gets an error and the queue stays."""

import torch
from torch import nn

from fxkit import build, randn


class KeyQueue(nn.Module):
    def __init__(self, dim=3, size=4):
        super().__init__()
        self.register_buffer("queue", torch.zeros(size, dim))

    def enqueue(self, keys):
        self.queue = torch.cat([keys.detach(), self.queue])[: self.queue.size(0)]

    def forward(self, query, keys):
        if ((keys.norm(dim=-1) - 1).abs() > 1e-3).any():
            raise ValueError("keys have to be normalised")
        self.enqueue(keys)
        return query @ self.queue.T


def load():
    return torch.compile(KeyQueue())


def cases():
    unit = lambda: nn.functional.normalize(randn(2, 3, seed=1), dim=-1)
    yield from build(load, lambda: (randn(2, 3), unit()), "base grad", tag="unit-")
    yield from build(load, lambda: (randn(2, 3), 3 * unit()), "base", tag="long-")

EXPECT = {'topic': 'contrastive learning',
 'kind': 'check that raises',
 'verdict': 'any correct rewrite',
 'obligations': ['effects', 'exceptions'],
 'breaks': {18: 2},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history']}
