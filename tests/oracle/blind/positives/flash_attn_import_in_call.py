"""An attention module tries in every call to import a faster kernel, and falls back to matmul and softmax."""

import torch
from torch import nn

from fxkit import build, randn


class CausalSelfAttention(nn.Module):
    def __init__(self, n_embd=4, n_head=2, block_size=6):
        super().__init__()
        self.c_attn = nn.Linear(n_embd, 3 * n_embd)
        self.c_proj = nn.Linear(n_embd, n_embd)
        self.n_head = n_head
        self.register_buffer("bias", torch.tril(torch.ones(block_size, block_size)).bool())

    def kernel(self):
        try:
            from flash_attn_that_is_not_here import flash_attn_func
        except ImportError:
            flash_attn_func = None
        return flash_attn_func

    def eager_attention(self, q, k, v):
        t = q.size(-2)
        att = (q @ k.transpose(-2, -1)) * (q.size(-1) ** -0.5)
        att = att.masked_fill(~self.bias[:t, :t], float("-inf")).softmax(dim=-1)
        return att @ v

    def forward(self, x):
        b, t, c = x.size()
        q, k, v = self.c_attn(x).split(c, dim=2)
        q, k, v = (each.view(b, t, self.n_head, -1).transpose(1, 2) for each in (q, k, v))
        flash_attn_func = self.kernel()
        if flash_attn_func is not None:
            y = flash_attn_func(q, k, v, causal=True)
        else:
            y = self.eager_attention(q, k, v)
        y = y.transpose(1, 2).contiguous().view(b, t, c)
        return self.c_proj(y)


def load():
    return torch.compile(CausalSelfAttention())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4),), "base grad nan")
    yield from build(load, lambda: (randn(1, 6, 4),), "base", tag="full-")

EXPECT = {'topic': 'language model',
 'kind': 'host',
 'rewrites': [],
 'breaks': {19: 3},
 'gb': ['GB0069'],
 'skips': 0,
 'graphs_per_call': 2,
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
