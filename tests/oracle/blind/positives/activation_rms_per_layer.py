"""A transformer stack reports the root mean square of its residual stream after each block."""

from dataclasses import dataclass

import torch
from torch import nn

from fxkit import build, randn


@dataclass
class StackConfig:
    dim: int = 6
    depth: int = 3
    expansion: int = 2
    track_stats: bool = True


class FeedForwardBlock(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.norm = nn.LayerNorm(config.dim)
        self.up = nn.Linear(config.dim, config.expansion * config.dim)
        self.down = nn.Linear(config.expansion * config.dim, config.dim)

    def forward(self, x):
        return x + self.down(nn.functional.gelu(self.up(self.norm(x))))


class ResidualStack(nn.Module):
    def __init__(self, config=StackConfig()):
        super().__init__()
        self.config = config
        self.blocks = nn.ModuleList(FeedForwardBlock(config) for _ in range(config.depth))

    def forward(self, x):
        stats = {}
        for i, block in enumerate(self.blocks):
            x = block(x)
            if self.config.track_stats:
                with torch.no_grad():
                    stats[f"blocks.{i}/rms"] = x.pow(2).mean().sqrt().item()
        return x, stats


def load():
    return torch.compile(ResidualStack())


def cases():
    yield from build(load, lambda: (randn(2, 4, 6),), "base grad big nan")
    yield from build(lambda: torch.compile(ResidualStack(StackConfig(track_stats=False))), lambda: (randn(2, 4, 6),), "base", tag="quiet-")

EXPECT = {'topic': 'training',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {42: 1},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
