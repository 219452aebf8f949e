"""A separator switches a backend off around its recurrent layer, for second derivatives."""

import copy

import torch
from torch import nn

from fxkit import build, randn


class SeparatorBlock(nn.Module):
    def __init__(self, dim=4, hidden=3):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.inp = nn.Linear(dim, hidden)
        self.rec = nn.Linear(hidden, hidden)
        self.proj = nn.Linear(hidden, dim)

    def run_rnn(self, x):
        state = torch.zeros(x.shape[0], self.rec.in_features)
        outputs = []
        with torch.backends.cudnn.flags(enabled=False):
            for t in range(x.shape[1]):
                state = torch.tanh(self.inp(x[:, t]) + self.rec(state))
                outputs.append(state)
        return torch.stack(outputs, dim=1)

    def forward(self, x):
        return x + self.proj(self.run_rnn(self.norm(x)))


class Separator(nn.Module):
    def __init__(self, dim=4, blocks=2):
        super().__init__()
        block = SeparatorBlock(dim)
        self.blocks = nn.ModuleList(copy.deepcopy(block) for _ in range(blocks))
        self.mask = nn.Linear(dim, 2 * dim)

    def forward(self, mixture):
        h = mixture
        for block in self.blocks:
            h = block(h)
        masks = torch.sigmoid(self.mask(h)).chunk(2, dim=-1)
        return [mixture * mask for mask in masks]


def load():
    return torch.compile(Separator())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4),), "base grad nan")

EXPECT = {'topic': 'speech',
 'kind': 'context manager',
 'rewrites': [],
 'breaks': {22: 3},
 'gb': ['GB0142', 'GB0208', 'GB7000'],
 'skips': 2,
 'graphs_per_call': 7,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
