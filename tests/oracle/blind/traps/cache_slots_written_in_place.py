"""A cache of keys is written where a slot was given; the pager keeps views of the same buffer."""

import torch
from torch import nn

from fxkit import build, randn


class SlotCache(nn.Module):
    def __init__(self, slots=6, dim=4):
        super().__init__()
        self.register_buffer("keys", torch.zeros(slots, dim))

    def write(self, new, used):
        self.keys[used] = new[used]
        return self.keys


class CachedAttention(nn.Module):
    """One query against all slots that are in use."""

    def __init__(self, dim=4):
        super().__init__()
        self.cache = SlotCache(dim=dim)
        self.q = nn.Linear(dim, dim)

    def forward(self, x, new, used):
        keys = self.cache.write(new, used)
        scores = (self.q(x) @ keys.t()).masked_fill(~used, -1e4)
        return scores.softmax(dim=-1) @ keys


class Pager:
    def __init__(self):
        attention = CachedAttention()
        self.pages = attention.cache.keys.split(2)
        self.attention = torch.compile(attention)

    @torch.no_grad()
    def decode(self, x, new, used):
        out = self.attention(x, new, used)
        return out, [page.sum() for page in self.pages]


def load():
    return Pager().decode


def cases():
    yield from build(load, lambda: (randn(4), randn(6, 4), torch.tensor([1, 1, 0, 0, 1, 0]).bool()), "base big")

EXPECT = {'topic': 'inference',
 'kind': 'mask',
 'verdict': 'any correct rewrite',
 'obligations': ['aliasing', 'R30'],
 'breaks': {15: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
