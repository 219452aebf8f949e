"""A decoder layer writes keys and values behind the tokens that its static cache has already seen."""

import torch
from torch import nn

from fxkit import build, randn


class StaticLayerCache(nn.Module):
    def __init__(self, batch, max_len, dim):
        super().__init__()
        self.register_buffer("keys", torch.zeros(batch, max_len, dim), persistent=False)
        self.register_buffer("values", torch.zeros(batch, max_len, dim), persistent=False)
        self.register_buffer("seen_tokens", torch.zeros((), dtype=torch.long), persistent=False)

    def update(self, k, v):
        start = self.seen_tokens.item()
        self.keys[:, start : start + k.shape[1]] = k
        self.values[:, start : start + v.shape[1]] = v
        self.seen_tokens += k.shape[1]
        return self.keys, self.values


class CachedAttention(nn.Module):
    def __init__(self, dim=6, max_len=8):
        super().__init__()
        self.q_proj = nn.Linear(dim, dim)
        self.k_proj = nn.Linear(dim, dim)
        self.v_proj = nn.Linear(dim, dim)
        self.cache = StaticLayerCache(2, max_len, dim)

    @torch.no_grad()
    def forward(self, x):
        q = self.q_proj(x)
        k, v = self.cache.update(self.k_proj(x), self.v_proj(x))
        valid = torch.arange(k.shape[1]) < self.cache.seen_tokens
        scores = (q @ k.transpose(-1, -2)) * q.shape[-1] ** -0.5
        scores = scores.masked_fill(~valid, float("-inf"))
        return scores.softmax(dim=-1) @ v


class Decoder:
    def __init__(self):
        self.layer = CachedAttention()
        self.step = torch.compile(self.layer)

    def decode(self, x):
        return self.step(x)


def load():
    return Decoder().decode


def cases():
    yield from build(load, lambda: (randn(2, 1, 6),), "base")
    yield from build(load, lambda: (randn(2, 2, 6),), "base nan", tag="prompt-")

EXPECT = {'topic': 'llm',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {17: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
