"""Attention block that drops a padding mask which masks nothing."""

import math

import torch
from torch import nn

from fxkit import build, randn


def expand_padding_mask(mask, dtype):
    inverted = 1.0 - mask[:, None, None, :].to(dtype)
    return inverted.masked_fill(inverted.bool(), -1e4)


class SelfAttention(nn.Module):
    def __init__(self, hidden_size=8, num_heads=2):
        super().__init__()
        self.num_heads = num_heads
        self.head_dim = hidden_size // num_heads
        self.q_proj = nn.Linear(hidden_size, hidden_size)
        self.k_proj = nn.Linear(hidden_size, hidden_size)
        self.v_proj = nn.Linear(hidden_size, hidden_size)
        self.out_proj = nn.Linear(hidden_size, hidden_size)

    def _shape(self, t, bsz):
        return t.view(bsz, -1, self.num_heads, self.head_dim).transpose(1, 2)

    def forward(self, hidden_states, attention_mask=None):
        bsz, seq_len, width = hidden_states.shape
        q = self._shape(self.q_proj(hidden_states), bsz)
        k = self._shape(self.k_proj(hidden_states), bsz)
        v = self._shape(self.v_proj(hidden_states), bsz)
        scores = torch.matmul(q, k.transpose(-1, -2)) / math.sqrt(self.head_dim)
        if attention_mask is not None and 0.0 in attention_mask:
            scores = scores + expand_padding_mask(attention_mask, scores.dtype)
        probs = scores.softmax(dim=-1)
        context = torch.matmul(probs, v).transpose(1, 2).reshape(bsz, seq_len, width)
        return self.out_proj(context)


class Encoder(nn.Module):
    def __init__(self, num_layers=2):
        super().__init__()
        self.layers = nn.ModuleList(SelfAttention() for _ in range(num_layers))
        self.norm = nn.LayerNorm(8)

    def forward(self, hidden_states, attention_mask=None):
        for layer in self.layers:
            hidden_states = hidden_states + layer(hidden_states, attention_mask)
        return self.norm(hidden_states)


def load():
    return torch.compile(Encoder())


def cases():
    part = torch.tensor([[1.0, 1.0, 1.0, 0.0], [1.0, 1.0, 0.0, 0.0]])
    yield from build(load, lambda: (randn(2, 4, 8), part), "base")
    yield from build(load, lambda: (randn(2, 4, 8), torch.ones(2, 4)), "base", tag="full-")
    yield from build(load, lambda: (randn(2, 4, 8).requires_grad_(), torch.ones(2, 4)), "base", tag="fullgrad-")
    yield from build(load, lambda: (randn(2, 4, 8),), "base", tag="nomask-")


EXPECT = {'topic': 'attention',
 'kind': 'mask_value_check',
 'rewrites': [],
 'breaks': {35: 2},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
