"""Sliding window attention; tokens marked as global attend everywhere, if there are any in the batch."""

import torch
from torch import nn

from fxkit import build, ints, randn


class WindowSelfAttention(nn.Module):
    def __init__(self, dim=4, window=1):
        super().__init__()
        self.query = nn.Linear(dim, dim)
        self.key = nn.Linear(dim, dim)
        self.value = nn.Linear(dim, dim)
        self.query_global = nn.Linear(dim, dim)
        self.window = window

    def band(self, n):
        idx = torch.arange(n)
        return (idx[:, None] - idx[None]).abs() <= self.window

    def forward(self, hidden, is_index_global_attn, is_global_attn):
        b, n, d = hidden.shape
        k, v = self.key(hidden), self.value(hidden)
        scores = self.query(hidden) @ k.transpose(1, 2) / d**0.5
        allowed = self.band(n)[None].expand(b, n, n)
        if is_global_attn:
            allowed = allowed | is_index_global_attn[:, None, :]
        out = scores.masked_fill(~allowed, -1e9).softmax(dim=-1) @ v
        if is_global_attn:
            everywhere = (self.query_global(hidden) @ k.transpose(1, 2) / d**0.5).softmax(dim=-1) @ v
            out = torch.where(is_index_global_attn[..., None], everywhere, out)
        return out


class LongEncoder(nn.Module):
    def __init__(self, dim=4, layers=2):
        super().__init__()
        self.layers = nn.ModuleList(WindowSelfAttention(dim) for _ in range(layers))

    def forward(self, hidden, attention_mask):
        """attention_mask: 0 padding, 1 local, 2 global."""
        is_index_global_attn = attention_mask > 1
        # a plain bool, so that the layers need not look at the mask again
        is_global_attn = is_index_global_attn.flatten().any().item()
        for layer in self.layers:
            hidden = hidden + layer(hidden, is_index_global_attn, is_global_attn)
        return hidden


def load():
    return torch.compile(LongEncoder())


def cases():
    yield from build(load, lambda: (randn(2, 5, 4), ints(0, 3, 2, 5)), "base grad nan")
    yield from build(load, lambda: (randn(2, 5, 4), torch.ones(2, 5, dtype=torch.long)), "base grad", tag="local-")

EXPECT = {'topic': 'language',
 'kind': 'branches',
 'rewrites': [],
 'breaks': {45: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
