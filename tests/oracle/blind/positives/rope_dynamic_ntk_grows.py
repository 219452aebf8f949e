"""Rotary frequencies that are rescaled once a longer sequence is seen."""

import torch
import torch.nn as nn

from fxkit import build, randn


class DynamicNTKRotary(nn.Module):
    def __init__(self, dim=8, max_position_embeddings=6, base=10000.0, scaling_factor=2.0):
        super().__init__()
        self.dim = dim
        self.base = base
        self.scaling_factor = scaling_factor
        self.original_max_seq_len = max_position_embeddings
        inv_freq = 1.0 / (base ** (torch.arange(0, dim, 2).float() / dim))
        self.register_buffer("inv_freq", inv_freq, persistent=False)
        self.register_buffer("max_seq_len_cached", torch.tensor(max_position_embeddings), persistent=False)

    def _compute_inv_freq(self, seq_len):
        ratio = self.scaling_factor * seq_len / self.original_max_seq_len - (self.scaling_factor - 1)
        base = self.base * ratio ** (self.dim / (self.dim - 2))
        return 1.0 / (base ** (torch.arange(0, self.dim, 2).float() / self.dim))

    def _dynamic_frequency_update(self, position_ids):
        seq_len = position_ids.max() + 1
        if seq_len > self.max_seq_len_cached:
            self.inv_freq = self._compute_inv_freq(seq_len)
            self.max_seq_len_cached = seq_len

    @torch.no_grad()
    def forward(self, x, position_ids):
        self._dynamic_frequency_update(position_ids)
        freqs = position_ids[:, :, None].float() * self.inv_freq[None, None, :]
        emb = torch.cat((freqs, freqs), dim=-1)
        return emb.cos().to(x.dtype), emb.sin().to(x.dtype)


def load():
    return torch.compile(DynamicNTKRotary())


def cases():
    yield from build(load, lambda: (randn(2, 5, 8), torch.arange(5)[None].repeat(2, 1)), "base half")
    yield from build(load, lambda: (randn(2, 5, 8), torch.arange(5)[None].repeat(2, 1) + 7), "base half", tag="long-")


EXPECT = {'topic': 'position',
 'rewrites': ['R8', 'R33'],
 'breaks': {-1: 2, 27: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
