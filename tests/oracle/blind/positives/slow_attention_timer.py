"""Sliding window attention that reports calls that took far too long."""

import logging
import time

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn

log = logging.getLogger(__name__)


class WindowAttention(nn.Module):
    def __init__(self, dim=6, window=2, slow_after=60.0):
        super().__init__()
        self.qkv = nn.Linear(dim, 3 * dim)
        self.window = window
        self.slow_after = slow_after

    def forward(self, x):
        start = time.perf_counter()
        t = x.size(1)
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        pos = torch.arange(t, device=x.device)
        band = (pos[:, None] - pos[None, :]).abs() <= self.window
        scores = q @ k.transpose(1, 2) / x.size(-1) ** 0.5
        out = F.softmax(scores.masked_fill(~band, float("-inf")), dim=-1) @ v
        elapsed = time.perf_counter() - start
        if elapsed > self.slow_after:
            log.warning("attention over %d tokens took %.1f s", t, elapsed)
        return out


def load():
    return torch.compile(WindowAttention())


def cases():
    yield from build(load, lambda: (randn(2, 6, 6),), "base grad")


EXPECT = {'topic': 'profiling',
 'rewrites': ['R36'],
 'breaks': {-1: 1, 23: 1, 30: 2},
 'gb': ['GB0007'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': ['compiled-silent'],
 'unsafe': ['compiled-silent']}
