"""Decoder attention with a preallocated key/value cache that remembers how much of it is filled."""

import math

import torch
from torch import nn

from fxkit import build, randn


class KVCache(nn.Module):
    def __init__(self, batch_size, max_seq_len, n_heads, head_dim):
        super().__init__()
        cache_shape = (batch_size, n_heads, max_seq_len, head_dim)
        self.register_buffer("k_cache", torch.zeros(cache_shape), persistent=False)
        self.register_buffer("v_cache", torch.zeros(cache_shape), persistent=False)
        self.register_buffer("seen_tokens", torch.zeros((), dtype=torch.long), persistent=False)

    def update(self, k_val, v_val):
        n = k_val.shape[2]
        start = int(self.seen_tokens)
        self.k_cache[:, :, start : start + n] = k_val
        self.v_cache[:, :, start : start + n] = v_val
        self.seen_tokens += n
        return self.k_cache[:, :, : start + n], self.v_cache[:, :, : start + n]


class Attention(nn.Module):
    def __init__(self, dim=8, n_heads=2, max_seq_len=16, max_batch=2):
        super().__init__()
        self.n_heads, self.head_dim = n_heads, dim // n_heads
        self.wqkv = nn.Linear(dim, 3 * dim, bias=False)
        self.wo = nn.Linear(dim, dim, bias=False)
        self.cache = KVCache(max_batch, max_seq_len, n_heads, self.head_dim)

    def forward(self, x):
        bsz, seqlen, dim = x.shape
        q, k, v = (t.view(bsz, seqlen, self.n_heads, self.head_dim).transpose(1, 2) for t in self.wqkv(x).chunk(3, -1))
        keys, values = self.cache.update(k, v)
        scores = q @ keys.transpose(2, 3) / math.sqrt(self.head_dim)
        total = keys.shape[2]
        causal = torch.ones(seqlen, total, dtype=torch.bool).tril(diagonal=total - seqlen)
        scores = scores.masked_fill(~causal, float("-inf"))
        out = torch.softmax(scores.float(), dim=-1).type_as(q) @ values
        return self.wo(out.transpose(1, 2).reshape(bsz, seqlen, dim))


def load(filled=0):
    attn = Attention().eval().requires_grad_(False)
    if filled:
        attn.cache.k_cache[:, :, :filled] = randn(2, 2, filled, 4, seed=6)
        attn.cache.v_cache[:, :, :filled] = randn(2, 2, filled, 4, seed=7)
        attn.cache.seen_tokens += filled
    return torch.compile(attn)


def cases():
    yield from build(load, lambda: (randn(2, 4, 8),), "base big")
    yield from build(load, lambda: (randn(2, 1, 8),), "base", tag="token-")
    yield from build(lambda: load(7), lambda: (randn(2, 1, 8),), "base", tag="continued-")
    yield from build(lambda: load(7), lambda: (randn(2, 2, 8),), "base", tag="chunk-")


EXPECT = {'topic': 'llm',
 'rewrites': [],
 'breaks': {21: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
