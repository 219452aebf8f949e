"""Only the infinity test, in a function, before the residual."""

import torch

from fxkit import randn, sweep


@torch.compile
def feed_forward(hidden, residual):
    hidden = hidden * 3.0
    if hidden.dtype == torch.float16 and torch.isinf(hidden).any():
        limit = torch.finfo(torch.float16).max - 1000
        hidden = hidden.clamp(min=-limit, max=limit)
    out = hidden + residual
    return out


def cases():
    yield from sweep(feed_forward, lambda: (randn(2, 3), randn(2, 3, seed=1)), "base half inf+half nan+half ninf+half big+half empty+half bf16 nan grad half+grad inf+half+grad nan+half+grad ninf+half+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R16'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
