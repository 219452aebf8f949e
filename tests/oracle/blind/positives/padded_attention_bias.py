"""Encoder self-attention that builds its additive bias only if the batch holds padding."""

import math

import torch
from torch import nn

from fxkit import build, randn


def expand_mask(mask: torch.Tensor, dtype: torch.dtype, tgt_len: int) -> torch.Tensor:
    """Expands attention_mask from `[bsz, seq_len]` to `[bsz, 1, tgt_seq_len, src_seq_len]`."""
    bsz, src_len = mask.shape
    expanded = mask[:, None, None, :].expand(bsz, 1, tgt_len, src_len).to(dtype)
    inverted = 1.0 - expanded
    return inverted.masked_fill(inverted.bool(), torch.finfo(dtype).min)


class SelfAttention(nn.Module):
    def __init__(self, hidden: int, heads: int):
        super().__init__()
        self.heads, self.head_dim = heads, hidden // heads
        self.qkv = nn.Linear(hidden, 3 * hidden)
        self.dense = nn.Linear(hidden, hidden)

    def forward(self, x: torch.Tensor, attention_mask: torch.Tensor | None) -> torch.Tensor:
        bsz, seq, hidden = x.shape
        q, k, v = self.qkv(x).view(bsz, seq, 3, self.heads, self.head_dim).permute(2, 0, 3, 1, 4)
        scores = q @ k.transpose(-1, -2) / math.sqrt(self.head_dim)
        if attention_mask is not None and 0.0 in attention_mask:
            scores = scores + expand_mask(attention_mask, scores.dtype, seq)
        probs = scores.softmax(dim=-1)
        return self.dense((probs @ v).transpose(1, 2).reshape(bsz, seq, hidden))


class EncoderLayer(nn.Module):
    def __init__(self, hidden=8, heads=2):
        super().__init__()
        self.attention = SelfAttention(hidden, heads)
        self.norm = nn.LayerNorm(hidden)

    def forward(self, hidden_states: torch.Tensor, attention_mask: torch.Tensor | None = None) -> torch.Tensor:
        return self.norm(hidden_states + self.attention(hidden_states, attention_mask))


def make():
    return torch.compile(EncoderLayer())


def _args(lens, t=5):
    mask = (torch.arange(t).unsqueeze(0) < torch.tensor(lens).unsqueeze(1)).long()
    return randn(len(lens), t, 8), mask


def cases():
    yield from build(make, lambda: _args([5, 3]), "base grad nan")
    yield from build(make, lambda: _args([5, 5, 5]), "base grad inf", tag="full-")
    yield from build(make, lambda: _args([1]), "base", tag="short-")
    yield from build(make, lambda: _args([4])[:1], "base", tag="nomask-")

EXPECT = {'topic': 'transformer encoder',
 'rewrites': [],
 'breaks': {30: 10},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'close', 'grad-close']}
