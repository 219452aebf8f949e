"""Vision tower of a multimodal model: rotary position ids are laid out from the grid sizes of the images."""

import torch
from torch import nn

from fxkit import build, randn


def rotate_half(x: torch.Tensor) -> torch.Tensor:
    x1, x2 = x.chunk(2, dim=-1)
    return torch.cat((-x2, x1), dim=-1)


class VisionRotaryEmbedding(nn.Module):
    def __init__(self, dim: int, theta: float = 10000.0):
        super().__init__()
        self.register_buffer("inv_freq", 1.0 / (theta ** (torch.arange(0, dim, 2).float() / dim)), persistent=False)

    def forward(self, seqlen: int) -> torch.Tensor:
        seq = torch.arange(seqlen, dtype=self.inv_freq.dtype)
        return torch.outer(seq, self.inv_freq)


class VisionTower(nn.Module):
    def __init__(self, in_dim=6, head_dim=8, max_grid=8):
        super().__init__()
        self.patch_embed = nn.Linear(in_dim, head_dim)
        self.rotary_pos_emb = VisionRotaryEmbedding(head_dim // 2)
        self.max_grid = max_grid
        self.merger = nn.Linear(head_dim, 3)

    def rot_pos_emb(self, grid_thw: torch.Tensor) -> torch.Tensor:
        pos_ids = []
        for t, h, w in grid_thw.tolist():
            hpos_ids = torch.arange(h).unsqueeze(1).expand(h, w).flatten()
            wpos_ids = torch.arange(w).unsqueeze(0).expand(h, w).flatten()
            pos_ids.append(torch.stack([hpos_ids, wpos_ids], dim=-1).repeat(t, 1))
        pos_ids = torch.cat(pos_ids, dim=0)
        full = self.rotary_pos_emb(self.max_grid)
        return full[pos_ids].flatten(1)

    def forward(self, hidden_states: torch.Tensor, grid_thw: torch.Tensor) -> torch.Tensor:
        """hidden_states: [sum(t * h * w), in_dim]; grid_thw: [num_images, 3]"""
        hidden_states = self.patch_embed(hidden_states)
        freqs = self.rot_pos_emb(grid_thw)
        emb = torch.cat((freqs, freqs), dim=-1)
        hidden_states = hidden_states * emb.cos() + rotate_half(hidden_states) * emb.sin()
        return self.merger(torch.nn.functional.gelu(hidden_states))


def make():
    return torch.compile(VisionTower())


def _args(*grid):
    return randn(sum(t * h * w for t, h, w in grid), 6), torch.tensor(grid)


def cases():
    yield from build(make, lambda: _args((1, 2, 3)), "base grad nan")
    yield from build(make, lambda: _args((1, 2, 2), (2, 1, 3)), "base", tag="two-")
    yield from build(make, lambda: _args((1, 4, 4)), "base", tag="square-")
    yield from build(make, lambda: _args((3, 2, 3)), "base", tag="video-")

EXPECT = {'topic': 'vision-language model',
 'rewrites': [],
 'breaks': {34: 6},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['fresh-result']}
