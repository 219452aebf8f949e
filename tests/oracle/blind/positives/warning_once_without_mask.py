"""A decoder layer tells once that it runs without an attention mask."""

import functools
import logging

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn

logger = logging.getLogger("modeling.tiny")


@functools.lru_cache(None)
def warning_once(message):
    logger.warning(message)


class SelfAttention(nn.Module):
    def __init__(self, dim=4, layer_idx=0):
        super().__init__()
        self.layer_idx = layer_idx
        self.qkv = nn.Linear(dim, 3 * dim)
        self.o_proj = nn.Linear(dim, dim)

    def forward(self, hidden, attention_mask=None):
        if attention_mask is None:
            warning_once("no attention mask, padding is attended to")
        q, k, v = self.qkv(hidden).chunk(3, dim=-1)
        return self.o_proj(F.scaled_dot_product_attention(q, k, v, attn_mask=attention_mask))


class DecoderLayer(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.norm = nn.RMSNorm(dim)
        self.attn = SelfAttention(dim)

    def forward(self, hidden, attention_mask=None):
        return hidden + self.attn(self.norm(hidden), attention_mask)


def load():
    warning_once.cache_clear()
    return torch.compile(DecoderLayer())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4),), "base grad")
    yield from build(load, lambda: (randn(2, 3, 4), torch.ones(3, 3).tril().bool()), "base", tag="masked-")

EXPECT = {'rewrites': [],
 'topic': 'inference',
 'kind': 'host',
 'breaks': {17: 2},
 'gb': ['GB0291'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['compiled-silent'],
 'unsafe': ['compiled-silent', 'finite-grad', 'fresh-result', 'grad-none-zero', 'log-site', 'requires-grad']}
