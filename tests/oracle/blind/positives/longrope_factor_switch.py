"""Rotary embedding of a long context model: the frequencies depend on the largest position of the batch."""

import torch
from torch import nn

from fxkit import build, randn


class LongRoPEScaledRotaryEmbedding(nn.Module):
    def __init__(self, dim=8, original_max=6, base=10000.0, max_positions=24):
        super().__init__()
        self.original_max_position_embeddings = original_max
        inv_freq = 1.0 / (base ** (torch.arange(0, dim, 2).float() / dim))
        self.register_buffer("short_inv_freq", inv_freq / torch.tensor([1.0, 1.05, 1.1, 1.2]))
        self.register_buffer("long_inv_freq", inv_freq / torch.tensor([1.0, 1.8, 2.9, 4.0]))
        self.attention_factor = (max_positions / original_max) ** 0.125

    @torch.no_grad()
    def forward(self, x, position_ids):
        seq_len = torch.max(position_ids) + 1
        if seq_len > self.original_max_position_embeddings:
            inv_freq = self.long_inv_freq
        else:
            inv_freq = self.short_inv_freq
        freqs = position_ids[..., None].float() * inv_freq
        emb = torch.cat((freqs, freqs), dim=-1)
        return (emb.cos() * self.attention_factor).to(x.dtype), (emb.sin() * self.attention_factor).to(x.dtype)


def rotate_half(x):
    a, b = x.chunk(2, dim=-1)
    return torch.cat((-b, a), dim=-1)


class Attention(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.qkv = nn.Linear(dim, 3 * dim)
        self.rotary_emb = LongRoPEScaledRotaryEmbedding(dim)

    def forward(self, hidden_states, position_ids):
        q, k, v = self.qkv(hidden_states).chunk(3, dim=-1)
        cos, sin = self.rotary_emb(hidden_states, position_ids)
        q, k = q * cos + rotate_half(q) * sin, k * cos + rotate_half(k) * sin
        return nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)


def load():
    return torch.compile(Attention())


def cases():
    yield from build(load, lambda: (randn(2, 4, 8), torch.arange(4).expand(2, 4).clone()), "base grad")
    yield from build(load, lambda: (randn(2, 4, 8), torch.arange(9, 13).expand(2, 4).clone()), "base grad nan", tag="long-")

EXPECT = {'topic': 'llm',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {21: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
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
