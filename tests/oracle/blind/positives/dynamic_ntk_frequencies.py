"""Rotary embedding with dynamic NTK scaling: the frequencies follow the longest position that was seen."""

import torch
from torch import nn

from fxkit import build, randn


def compute_inv_freq(dim, base):
    return 1.0 / (base ** (torch.arange(0, dim, 2, dtype=torch.int64).float() / dim))


class RotaryEmbedding(nn.Module):
    def __init__(self, dim=4, max_position_embeddings=8, base=100.0, factor=2.0):
        super().__init__()
        self.dim = dim
        self.base = base
        self.factor = factor
        self.original_max_seq_len = max_position_embeddings
        self.register_buffer("inv_freq", compute_inv_freq(dim, base), persistent=False)
        self.original_inv_freq = self.inv_freq

    def _dynamic_frequency_update(self, position_ids):
        seq_len = torch.max(position_ids) + 1
        if seq_len > self.original_max_seq_len:  # growth
            scaled = (self.factor * seq_len / self.original_max_seq_len) - (self.factor - 1)
            inv_freq = compute_inv_freq(self.dim, self.base * scaled ** (self.dim / (self.dim - 2)))
        else:  # reset
            inv_freq = self.original_inv_freq
        return inv_freq

    @torch.no_grad()
    def forward(self, x, position_ids):
        inv_freq = self._dynamic_frequency_update(position_ids)
        freqs = position_ids[:, :, None].float() * inv_freq[None, None, :]
        emb = torch.cat((freqs, freqs), dim=-1)
        return emb.cos().to(x.dtype), emb.sin().to(x.dtype)


class Attention(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.q_proj = nn.Linear(dim, dim)
        self.rotary_emb = RotaryEmbedding(dim)

    def forward(self, hidden_states, position_ids):
        q = self.q_proj(hidden_states)
        cos, sin = self.rotary_emb(q, position_ids)
        half = q.shape[-1] // 2
        rotated = torch.cat((-q[..., half:], q[..., :half]), dim=-1)
        return q * cos + rotated * sin


def load():
    return torch.compile(Attention())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4), torch.tensor([[0, 1, 2], [5, 6, 7]])), "base grad nan")
    yield from build(load, lambda: (randn(2, 3, 4), torch.tensor([[0, 1, 2], [9, 10, 11]])), "base grad", tag="long-")

EXPECT = {'topic': 'language model',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {25: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
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
