"""A decoder layer drops its padding mask when the batch has no padded token at all."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class AttentionMaskConverter:
    def __init__(self, causal=True):
        self.causal = causal

    def to_4d(self, mask, length, dtype):
        bias = torch.zeros(length, length, dtype=dtype)
        if self.causal:
            upper = torch.ones(length, length, dtype=torch.bool).triu(1)
            bias = bias.masked_fill(upper, -1e4)
        bias = bias[None, None]
        if mask is not None:
            bias = bias + (1.0 - mask[:, None, None, :].to(dtype)) * -1e4
        return bias


class DecoderLayer(nn.Module):
    def __init__(self, dim=8, heads=2, dropout=0.0):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)
        self.norm = nn.LayerNorm(dim)
        self.converter = AttentionMaskConverter()
        self.dropout = dropout

    def _update_mask(self, attention_mask, x):
        if attention_mask is not None and 0 in attention_mask:
            return self.converter.to_4d(attention_mask, x.shape[1], x.dtype)
        return self.converter.to_4d(None, x.shape[1], x.dtype)

    def forward(self, x, attention_mask=None):
        bias = self._update_mask(attention_mask, x)
        q, k, v = (t.unflatten(-1, (self.heads, -1)).transpose(1, 2) for t in self.qkv(self.norm(x)).chunk(3, dim=-1))
        scores = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5 + bias
        h = F.dropout(scores.softmax(dim=-1), self.dropout, self.training) @ v
        return x + self.out(h.transpose(1, 2).flatten(2))


def load():
    return torch.compile(DecoderLayer())


def cases():
    yield from build(load, lambda: (randn(2, 4, 8), torch.ones(2, 4, dtype=torch.long)), "base grad")
    yield from build(load, lambda: (randn(2, 4, 8), torch.tensor([[1, 1, 1, 0], [1, 1, 0, 0]])), "base", tag="padded-")

EXPECT = {'topic': 'llm inference',
 'kind': 'contains',
 'rewrites': [],
 'breaks': {36: 2},
 'gb': ['GB0124'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
