"""One layer norm, applied to the local or to the global summary."""

import torch
from torch import nn

from fxkit import build, randn


class Summary(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(4)

    def forward(self, local, world):
        if local.abs().mean() > world.abs().mean():
            out = self.norm(local)
        else:
            out = self.norm(world)
        return out + 1.0


def load():
    return torch.compile(Summary())


def cases():
    yield from build(load, lambda: (randn(3, 4), randn(3, 4, seed=1)), "base big small nan inf zero grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R11'],
 'breaks': {15: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
