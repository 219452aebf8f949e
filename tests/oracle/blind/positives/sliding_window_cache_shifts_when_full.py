"""Decode step of a sliding-window attention layer; the oldest key leaves the cache when the window is full."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class WindowAttention(nn.Module):
    """One new token per call. `length` counts the filled slots of the static cache."""

    def __init__(self, dim=4, window=3, filled=0):
        super().__init__()
        self.qkv = nn.Linear(dim, 3 * dim, bias=False)
        self.window = window
        self.register_buffer("keys", torch.zeros(window, dim))
        self.register_buffer("values", torch.zeros(window, dim))
        self.register_buffer("length", torch.tensor(filled))

    def shift(self):
        self.keys.copy_(self.keys.roll(-1, 0))
        self.values.copy_(self.values.roll(-1, 0))
        self.length -= 1

    @torch.no_grad()
    def append(self, k, v):
        if self.length == self.window:
            self.shift()
        slot = (torch.arange(self.window) == self.length)[:, None]
        self.keys.copy_(torch.where(slot, k, self.keys))
        self.values.copy_(torch.where(slot, v, self.values))
        self.length += 1

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, -1)
        self.append(k, v)
        used = torch.arange(self.window) < self.length
        scores = (self.keys @ q) / q.shape[-1] ** 0.5
        attn = F.softmax(scores.masked_fill(~used, float("-inf")), dim=0)
        return attn @ self.values


def cases():
    yield from build(lambda: torch.compile(WindowAttention()), lambda: (randn(4),), "base grad", tag="fresh-")
    yield from build(lambda: torch.compile(WindowAttention(filled=3)), lambda: (randn(4),), "base nan", tag="full-")
    yield from build(lambda: torch.compile(WindowAttention(window=1)), lambda: (randn(4),), "base", tag="one-")

EXPECT = {'topic': 'LLM inference',
 'rewrites': ['R12', 'R13'],
 'breaks': {28: 3},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
