"""Rotary tables: the long table takes over once the positions leave the trained window."""

import torch
from torch import nn

from fxkit import build, randn


class Rotary(nn.Module):
    def __init__(self, dim, window):
        super().__init__()
        inv = 1.0 / 10000 ** (torch.arange(0, dim, 2).float() / dim)
        self.register_buffer("short_inv", inv, persistent=False)
        self.register_buffer("long_inv", inv / 4.0, persistent=False)
        self.window = window

    @torch.no_grad()
    def tables(self, position_ids):
        pos = position_ids[:, None].float()
        inv, gain = (self.long_inv, pos.new_tensor(1.19)) if position_ids.max() >= self.window else (self.short_inv, pos.new_tensor(1.0))
        angles = pos * inv
        return angles.cos() * gain, angles.sin() * gain

    def forward(self, q, position_ids):
        cos, sin = self.tables(position_ids)
        a, b = q.chunk(2, dim=-1)
        return torch.cat([a * cos - b * sin, b * cos + a * sin], dim=-1)


def load():
    return torch.compile(Rotary(8, 6))


def cases():
    yield from build(load, lambda: (randn(5, 8), torch.arange(5)), "base grad")
    yield from build(load, lambda: (randn(5, 8), torch.arange(5) + 20), "grad nan+grad inf+grad", tag="long-")


EXPECT = {'topic': 'attention',
 'rewrites': ['R1', 'R10'],
 'breaks': {20: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
