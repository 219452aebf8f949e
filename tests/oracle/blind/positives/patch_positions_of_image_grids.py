"""Vision tower of a chat model: row and column of every patch, image by image from their grids."""

import torch
from torch import nn

from fxkit import build, randn


class VisionRotaryEmbedding(nn.Module):
    def __init__(self, dim, theta=100.0, max_side=16):
        super().__init__()
        inv_freq = 1.0 / theta ** (torch.arange(0, dim, 2).float() / dim)
        table = torch.outer(torch.arange(max_side).float(), inv_freq)
        self.register_buffer("table", table, persistent=False)

    def forward(self, index):
        return self.table[index]


class PatchEncoder(nn.Module):
    """hidden: (patches of all images, dim); grid_hw: (images, 2)."""

    def __init__(self, dim=8):
        super().__init__()
        self.rotary = VisionRotaryEmbedding(dim // 2)
        self.q = nn.Linear(dim, dim)

    def positions(self, grid_hw, total):
        rows, cols = [], []
        for h, w in grid_hw.tolist():
            rows.append(torch.arange(h).repeat_interleave(w))
            cols.append(torch.arange(w).repeat(h))
        return torch.stack([torch.cat(rows), torch.cat(cols)], dim=-1)

    def forward(self, hidden, grid_hw):
        pos = self.positions(grid_hw, hidden.shape[0])
        angle = self.rotary(pos).flatten(1)
        a, b = self.q(hidden).chunk(2, dim=-1)
        return torch.cat([a * angle.cos() - b * angle.sin(), b * angle.cos() + a * angle.sin()], dim=-1)


def load():
    return torch.compile(PatchEncoder())


def cases():
    for grids in ([[2, 3], [1, 4]], [[1, 1], [3, 3]], [[2, 5]]):
        total = sum(h * w for h, w in grids)
        yield from build(load, lambda g=grids, n=total: (randn(n, 8), torch.tensor(g)), "base grad", tag=f"{total}x{len(grids)}-")

EXPECT = {'topic': 'vision',
 'kind': 'sizes',
 'rewrites': [],
 'breaks': {30: 4},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
