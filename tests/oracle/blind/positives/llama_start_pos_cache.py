"""Attention with a key-value cache whose write position comes as a tensor."""

import math

import torch
from torch import nn

from fxkit import build, randn


class Attention(nn.Module):
    def __init__(self, dim=8, n_heads=2, max_batch=2, max_seq_len=8):
        super().__init__()
        self.n_heads, self.head_dim = n_heads, dim // n_heads
        self.wq = nn.Linear(dim, dim, bias=False)
        self.wk = nn.Linear(dim, dim, bias=False)
        self.wv = nn.Linear(dim, dim, bias=False)
        self.wo = nn.Linear(dim, dim, bias=False)
        shape = (max_batch, max_seq_len, n_heads, self.head_dim)
        self.register_buffer("cache_k", torch.zeros(shape), persistent=False)
        self.register_buffer("cache_v", torch.zeros(shape), persistent=False)

    @torch.no_grad()
    def forward(self, x, input_pos):
        bsz, seqlen, _ = x.shape
        xq, xk, xv = (w(x).view(bsz, seqlen, self.n_heads, self.head_dim) for w in (self.wq, self.wk, self.wv))
        start_pos = int(input_pos[0])
        self.cache_k[:bsz, start_pos : start_pos + seqlen] = xk
        self.cache_v[:bsz, start_pos : start_pos + seqlen] = xv
        keys = self.cache_k[:bsz, : start_pos + seqlen]
        values = self.cache_v[:bsz, : start_pos + seqlen]

        xq, keys, values = (t.transpose(1, 2) for t in (xq, keys, values))
        scores = torch.matmul(xq, keys.transpose(2, 3)) / math.sqrt(self.head_dim)
        if seqlen > 1:
            mask = torch.full((seqlen, seqlen), float("-inf")).triu(diagonal=1)
            scores = scores + torch.hstack([torch.zeros((seqlen, start_pos)), mask])
        scores = torch.softmax(scores.float(), dim=-1).type_as(xq)
        output = torch.matmul(scores, values).transpose(1, 2).reshape(bsz, seqlen, -1)
        return self.wo(output)


def load():
    return torch.compile(Attention())


def cases():
    yield from build(load, lambda: (randn(2, 3, 8), torch.arange(0, 3)), "base zero nan")
    yield from build(load, lambda: (randn(2, 1, 8), torch.tensor([3])), "base", tag="decode-")
    yield from build(load, lambda: (randn(1, 2, 8), torch.tensor([4, 5])), "base", tag="chunk-")

EXPECT = {'topic': 'language models',
 'kind': 'sizes',
 'rewrites': [],
 'breaks': {27: 6},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
