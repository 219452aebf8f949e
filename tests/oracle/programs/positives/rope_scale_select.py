"""Long or short rotary factors by the largest position."""

import torch
from torch import nn

from fxkit import build


class RotaryEmbedding(nn.Module):
    def __init__(self, dim, original_max=16):
        super().__init__()
        self.original_max = original_max
        inv = 1.0 / (10.0 ** (torch.arange(0, dim, 2).float() / dim))
        self.register_buffer("short_inv", inv, persistent=False)
        self.register_buffer("long_inv", inv / 4.0, persistent=False)

    @torch.no_grad()
    def forward(self, position_ids: torch.Tensor):
        seq_len = torch.max(position_ids) + 1
        if seq_len > self.original_max:
            inv_freq = self.long_inv * 1.0
        else:
            inv_freq = self.short_inv * 1.0
        freqs = position_ids[:, None].float() * inv_freq[None, :]
        return freqs.cos(), freqs.sin()


def build_rope():
    m = RotaryEmbedding(8)
    m.compile()
    return m


def cases():
    yield from build(build_rope, lambda: (torch.arange(5),), "base")
    yield from build(build_rope, lambda: (torch.arange(12, 24),), "base", tag="long-")
    yield from build(build_rope, lambda: (torch.arange(16),), "base", tag="edge-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R1'],
 'breaks': {20: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
