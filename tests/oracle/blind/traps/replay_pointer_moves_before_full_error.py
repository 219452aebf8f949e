"""Fixed-size episode store for recurrent replay; writing past the end is an error the collector handles."""

import torch
from torch import nn

from fxkit import build, randn


class StoreFull(RuntimeError):
    pass


class EpisodeStore(nn.Module):
    """Rows are written one after the other; `writes` counts the attempts, `dropped` what did not fit."""

    def __init__(self, capacity=3, dim=4, start=0):
        super().__init__()
        self.register_buffer("rows", torch.zeros(capacity, dim))
        self.register_buffer("pos", torch.tensor(start))
        self.register_buffer("writes", torch.zeros((), dtype=torch.long))
        self.capacity = capacity
        self.scale = nn.Parameter(torch.ones(dim))

    def whiten(self, row):
        return (row - row.mean()) / row.std().clamp(min=1e-4)

    def forward(self, row):
        self.writes += 1
        self.pos += 1
        if self.pos > self.capacity:
            raise StoreFull("episode store is full")
        slot = torch.arange(self.capacity) == self.pos - 1
        row = self.whiten(row)
        self.rows.copy_(torch.where(slot[:, None], row.detach(), self.rows))
        return (self.rows * self.scale).sum(-1)


def store(**kw):
    return torch.compile(EpisodeStore(**kw))


def cases():
    yield from build(lambda: store(capacity=5), lambda: (randn(4),), "base", tag="roomy-")
    yield from build(lambda: store(capacity=2), lambda: (randn(4),), "base", tag="fills-")
    yield from build(lambda: store(start=3), lambda: (randn(4),), "base", tag="full-")

EXPECT = {'topic': 'RL',
 'verdict': 'any correct rewrite',
 'obligations': ['O3', 'R18'],
 'breaks': {30: 3, 31: 1},
 'gb': ['GB0088', 'GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['compiled-exception-type']}
