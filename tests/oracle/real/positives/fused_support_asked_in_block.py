"""A block asks for the platform in every forward to choose how it multiplies."""

import torch
from torch import nn

from fxkit import build, randn


class GatedMLP(nn.Module):
    def __init__(self, dim=4, hidden=8):
        super().__init__()
        self.gate_up = nn.Linear(dim, 2 * hidden, bias=False)
        self.down = nn.Linear(hidden, dim, bias=False)

    def forward(self, x):
        gate, up = self.gate_up(x).chunk(2, dim=-1)
        if torch.backends.mps.is_available() and gate.dtype == torch.float16:
            hidden = up * torch.sigmoid(gate) * gate
        else:
            hidden = nn.functional.silu(gate) * up
        return self.down(hidden)


class Block(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.mlp = GatedMLP(dim)

    def forward(self, x):
        return x + self.mlp(self.norm(x))


def load():
    return torch.compile(nn.Sequential(Block(), Block()))


def cases():
    yield from build(load, lambda: (randn(2, 3, 4),), "base grad nan")

EXPECT = {'topic': 'attention',
 'rewrites': ['R46'],
 'breaks': {17: 2},
 'gb': ['GB0208'],
 'skips': 0,
 'graphs_per_call': 8,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
