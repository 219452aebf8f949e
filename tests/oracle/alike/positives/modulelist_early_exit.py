"""A loop over layers stops when every state is confident."""

import torch
from torch import nn

from fxkit import build, randn


class Adaptive(nn.Module):
    def __init__(self):
        super().__init__()
        self.cells = nn.ModuleList([nn.Linear(3, 3) for _ in range(3)])

    @torch.no_grad()
    def forward(self, h):
        h = h * 1.0
        for cell in self.cells:
            h = h + torch.tanh(cell(h))
            if h.abs().amin() > 0.75:
                break
        return h * 2.0


def load():
    return torch.compile(Adaptive())


def cases():
    yield from build(load, lambda: (randn(2, 3),), "base big small nan inf zero pos")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R7'],
 'breaks': {19: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
