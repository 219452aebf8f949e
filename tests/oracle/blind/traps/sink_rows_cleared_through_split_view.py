"""Attention-sink handling of a streaming cache: rows that were evicted are cleared in the packed K/V buffer."""

import torch
from torch import nn

from fxkit import bools, randn


class PackedCache:
    """kv: (slots, 2 * dim); keys and values are views of it."""

    def __init__(self, kv):
        self.kv = kv
        self.keys, self.values = kv.chunk(2, dim=-1)

    def total_energy(self):
        return self.kv.pow(2).sum()


class SinkAttention(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.q = nn.Linear(dim, dim)

    @torch.no_grad()
    def forward(self, x, cache, evicted):
        keys, values = cache.keys, cache.values
        if evicted.any():
            keys[evicted] = 0.0
            values[evicted] = 0.0
        att = torch.softmax(self.q(x) @ keys.t(), -1)
        return att @ values, cache.total_energy()


def stream(p):
    def make():
        torch.manual_seed(0)
        return torch.compile(SinkAttention()), (randn(2, 3), PackedCache(randn(5, 6)), bools(5, p=p)), {}

    return make


def cases():
    yield "some", stream(0.5)
    yield "nothing", stream(0.0)
    yield "all", stream(1.0)


EXPECT = {'topic': 'LLM inference',
 'verdict': 'any correct rewrite',
 'obligations': ['O4'],
 'breaks': {28: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['arguments', 'values'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
