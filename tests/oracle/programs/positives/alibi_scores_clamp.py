"""Biased attention scores are clamped when half precision overflowed; the clamp sits behind two nested tests."""

import torch
from torch import nn

from fxkit import build, randn


class AlibiScores(nn.Module):
    def __init__(self, slope=0.25):
        super().__init__()
        self.slope = slope

    def bias(self, n, device, dtype):
        pos = torch.arange(n, device=device, dtype=dtype)
        return -(pos[:, None] - pos[None, :]).abs() * self.slope

    def forward(self, query, key):
        scores = torch.matmul(query, key.transpose(-1, -2))
        scores = scores + self.bias(scores.shape[-1], scores.device, scores.dtype)
        if scores.dtype == torch.float16:
            if not torch.isfinite(scores).all():
                limit = torch.finfo(scores.dtype).max - 1000
                scores = scores.clamp(-limit, limit)
        return scores


def load():
    return torch.compile(AlibiScores())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4), randn(2, 3, 4, seed=1)), "base half inf+half nan+half big+half ninf+half inf bf16 grad half+grad inf+half+grad nan+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R16'],
 'breaks': {22: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
