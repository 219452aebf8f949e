"""A static dtype test around the overflow test of a feed-forward tail."""

import torch
from torch import nn

from fxkit import build, randn


class FeedForwardTail(nn.Module):
    def forward(self, hidden, residual):
        hidden = residual + hidden * 0.5
        if hidden.dtype == torch.float16:
            if torch.isinf(hidden).any():
                limit = torch.finfo(hidden.dtype).max - 1000
                hidden = torch.clamp(hidden, min=-limit, max=limit)
        return hidden


def load():
    return torch.compile(FeedForwardTail().eval())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4), randn(2, 3, 4, seed=1)), "base half inf+half ninf+half nan+half big+half huge+half empty+half inf bf16 f64 grad half+grad inf+half+grad nan+half+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R16'],
 'breaks': {13: 3},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
