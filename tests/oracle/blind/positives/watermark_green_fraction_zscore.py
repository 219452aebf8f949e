"""Detection half of the green-list watermark: z-score of green tokens over a scored window."""

import math

import torch
from torch import nn

from fxkit import build, ints


class WatermarkDetector(nn.Module):
    def __init__(self, vocab=12, gamma=0.25, z_threshold=1.0, ignore_repeats=True):
        super().__init__()
        g = torch.Generator().manual_seed(15485863)
        self.register_buffer("green", torch.rand(vocab, vocab, generator=g) < gamma)
        self.gamma = gamma
        self.z_threshold = z_threshold
        self.ignore_repeats = ignore_repeats

    def _z(self, observed, total):
        expected = self.gamma * total
        return (observed - expected) / math.sqrt(total * self.gamma * (1 - self.gamma))

    def forward(self, ids, attention_mask):
        prev, cur = ids[:-1], ids[1:]
        hit = self.green[prev, cur]
        scored = attention_mask[1:].bool()
        if self.ignore_repeats:
            pair = prev * self.green.shape[0] + cur
            same = (pair[:, None] == pair[None, :]) & scored[None, :]
            first = ~torch.tril(same, -1).any(-1)
            scored = scored & first
        total = scored.sum().item()
        if total < 1:
            return {"z": 0.0, "green": 0, "prediction": False}
        green = (hit & scored).sum().item()
        z = self._z(green, total)
        return {"z": z, "green": green, "prediction": z > self.z_threshold}


def cases():
    make = lambda **kw: lambda: torch.compile(WatermarkDetector(**kw))
    ones = torch.ones(9, dtype=torch.long)
    yield from build(make(), lambda: (ints(0, 12, 9), ones.clone()), "base", tag="text-")
    yield from build(make(), lambda: (torch.full((9,), 3), ones.clone()), "base", tag="repeats-")
    yield from build(make(ignore_repeats=False, z_threshold=-5.0), lambda: (ints(0, 12, 9, seed=2), ones.clone()), "base", tag="all-pairs-")
    yield from build(make(), lambda: (ints(0, 12, 9), torch.zeros(9, dtype=torch.long)), "base", tag="padding-")


EXPECT = {'topic': 'LLM inference',
 'rewrites': [],
 'breaks': {33: 2, 36: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'number-tensor', 'close']}
