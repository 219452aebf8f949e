"""Attention tries to import an optional kernel each time it is called."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


def find_kernel():
    try:
        from graphmend_fake_flash_attn import flash_attn_func
    except ImportError:
        return None
    return flash_attn_func


class Attention(nn.Module):
    def __init__(self, dim=8, heads=2):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)

    def attend(self, q, k, v):
        kernel = find_kernel()
        if kernel is not None:
            return kernel(q, k, v, causal=True)
        return F.scaled_dot_product_attention(q, k, v, is_causal=True)

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        q, k, v = (t.unflatten(-1, (self.heads, -1)).transpose(1, 2) for t in (q, k, v))
        return self.out(self.attend(q, k, v).transpose(1, 2).flatten(2))


def load():
    return torch.compile(Attention())


def cases():
    yield from build(load, lambda: (randn(2, 3, 8),), "base grad nan")

EXPECT = {'topic': 'attention',
 'rewrites': ['R46'],
 'breaks': {12: 2},
 'gb': ['GB0069'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
