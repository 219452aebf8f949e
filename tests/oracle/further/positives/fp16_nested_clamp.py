"""Decoder layer tail: the overflow test is nested in the dtype test."""

import torch
from torch import nn

from fxkit import build, randn


class DecoderTail(nn.Module):
    def forward(self, hidden, residual):
        hidden = residual + hidden * 2.0
        if hidden.dtype == torch.float16:
            if torch.isinf(hidden).any():
                limit = torch.finfo(hidden.dtype).max - 1000
                hidden = torch.clamp(hidden, min=-limit, max=limit)
        return hidden


def load():
    return torch.compile(DecoderTail().eval())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4), randn(2, 3, 4, seed=1)), "base half inf+half nan+half ninf+half big+half bf16 inf grad half+grad inf+half+grad nan+half+grad inf+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R16', 'R2'],
 'breaks': {13: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
