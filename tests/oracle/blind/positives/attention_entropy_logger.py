"""Attention with QK norm; a collapse of the attention entropy is reported to the log."""

import logging

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn

logger = logging.getLogger(__name__)


class QKNormAttention(nn.Module):
    def __init__(self, dim=8, heads=2, layer_idx=3, entropy_floor=0.5):
        super().__init__()
        self.heads, self.layer_idx, self.entropy_floor = heads, layer_idx, entropy_floor
        self.qkv = nn.Linear(dim, 3 * dim)
        self.proj = nn.Linear(dim, dim)
        self.scale = nn.Parameter(torch.full((heads, 1, 1), 10.0))

    def forward(self, x):
        B, N, C = x.shape
        q, k, v = self.qkv(x).reshape(B, N, 3, self.heads, C // self.heads).permute(2, 0, 3, 1, 4).unbind(0)
        attn = (F.normalize(q, dim=-1) @ F.normalize(k, dim=-1).transpose(-2, -1)) * self.scale
        attn = attn.softmax(-1)

        with torch.no_grad():
            entropy = -(attn * torch.log(attn + 1e-9)).sum(-1).mean()
        if self.training and entropy < self.entropy_floor:
            logger.warning("layer %d: attention entropy collapsed to %.4f", self.layer_idx, entropy.item())

        x = (attn @ v).transpose(1, 2).reshape(B, N, C)
        return self.proj(x)


def load():
    return torch.compile(QKNormAttention())


def sharp():
    model = QKNormAttention(entropy_floor=5.0)
    return torch.compile(model)


def cases():
    yield from build(load, lambda: (randn(2, 5, 8),), "base grad small")
    yield from build(sharp, lambda: (randn(2, 5, 8),), "base grad", tag="collapsed-")


EXPECT = {'topic': 'attention',
 'rewrites': [],
 'breaks': {30: 4, 31: 2},
 'gb': ['GB0124', 'GB0170', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent']}
