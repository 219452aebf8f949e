"""Rotary embedding whose base grows with the longest position seen (dynamic NTK)."""

import torch
from torch import nn

from fxkit import build, randn


def rotate_half(x):
    x1, x2 = x.chunk(2, dim=-1)
    return torch.cat((-x2, x1), dim=-1)


class DynamicNTKRotaryEmbedding(nn.Module):
    def __init__(self, dim=4, max_position_embeddings=8, base=10000.0, scaling_factor=2.0):
        super().__init__()
        self.dim = dim
        self.base = base
        self.scaling_factor = scaling_factor
        self.original_max_seq_len = max_position_embeddings
        inv_freq = self.compute_inv_freq(base)
        self.register_buffer("inv_freq", inv_freq, persistent=False)
        self.register_buffer("original_inv_freq", inv_freq.clone(), persistent=False)
        self.register_buffer("max_seq_len_cached", torch.tensor(max_position_embeddings), persistent=False)

    def compute_inv_freq(self, base):
        exponents = torch.arange(0, self.dim, 2).float() / self.dim
        return 1.0 / (base**exponents)

    def _dynamic_frequency_update(self, position_ids):
        seq_len = torch.max(position_ids) + 1
        if seq_len > self.max_seq_len_cached:  # growth
            ratio = self.scaling_factor * seq_len / self.original_max_seq_len - (self.scaling_factor - 1)
            base = self.base * ratio ** (self.dim / (self.dim - 2))
            self.inv_freq.copy_(self.compute_inv_freq(base))
            self.max_seq_len_cached.copy_(seq_len)
        elif seq_len <= self.original_max_seq_len:  # reset
            self.inv_freq.copy_(self.original_inv_freq)
            self.max_seq_len_cached.fill_(self.original_max_seq_len)

    @torch.no_grad()
    def forward(self, x, position_ids):
        self._dynamic_frequency_update(position_ids)
        freqs = position_ids[:, :, None].float() * self.inv_freq[None, None, :]
        emb = torch.cat((freqs, freqs), dim=-1)
        return emb.cos().to(x.dtype), emb.sin().to(x.dtype)


class RotaryQK(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.rotary_emb = DynamicNTKRotaryEmbedding(dim)
        self.qk = nn.Linear(dim, 2 * dim, bias=False)

    def forward(self, x, position_ids):
        q, k = self.qk(x).chunk(2, dim=-1)
        cos, sin = self.rotary_emb(x, position_ids)
        q = q * cos + rotate_half(q) * sin
        k = k * cos + rotate_half(k) * sin
        return q @ k.transpose(-1, -2)


def load():
    return torch.compile(RotaryQK())


def cases():
    yield from build(load, lambda: (randn(2, 5, 4), torch.arange(5).expand(2, 5)), "base grad")
    yield from build(load, lambda: (randn(2, 5, 4), torch.arange(5).expand(2, 5) + 20), "base grad", tag="long-")


EXPECT = {'topic': 'attention',
 'kind': 'max_position_branch',
 'rewrites': [],
 'breaks': {32: 4, 37: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['finite']}
