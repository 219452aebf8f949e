"""Keys and values of the active slots are written into a static cache."""

import torch
from torch import nn

from fxkit import bools, build, randn


class SlotCache(nn.Module):
    def __init__(self, slots=4, heads=2, dim=3):
        super().__init__()
        self.register_buffer("k_cache", torch.zeros(slots, heads, dim))
        self.register_buffer("v_cache", torch.zeros(slots, heads, dim))

    def update(self, k, v, active):
        self.k_cache[active] = k[active]
        self.v_cache[active] = v[active]
        return self.k_cache, self.v_cache


class CachedAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.cache = SlotCache()

    @torch.no_grad()
    def forward(self, q, k, v, active):
        keys, values = self.cache.update(k, v, active)
        att = torch.einsum("hd,shd->hs", q, keys).softmax(dim=-1)
        return torch.einsum("hs,shd->hd", att, values)


def load():
    return torch.compile(CachedAttention())


def cases():
    yield from build(load, lambda: (randn(2, 3), randn(4, 2, 3), randn(4, 2, 3, seed=1), bools(4)), "base nan true false")

EXPECT = {'topic': 'attention',
 'rewrites': ['R31'],
 'breaks': {16: 1, 17: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
