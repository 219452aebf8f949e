"""`self.count += 1` on a tensor buffer in an arm."""

import torch
from torch import nn

from fxkit import build, randn


class Spikes(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("count", torch.zeros((), dtype=torch.int64))

    @torch.no_grad()
    def forward(self, loss):
        if loss.amax() > 1.5:
            self.count += 1
        return loss / (self.count + 1)


def load():
    return torch.compile(Spikes())


def cases():
    yield from build(load, lambda: (randn(4),), "base big small nan inf zero")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R8', 'R9'],
 'breaks': {16: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
