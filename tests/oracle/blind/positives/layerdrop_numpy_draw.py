"""A speech encoder skips layers at random while it trains (one numpy draw per layer)."""

import numpy as np
import torch
from torch import nn

from fxkit import build, randn


class EncoderLayer(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.fc1 = nn.Linear(dim, 2 * dim)
        self.fc2 = nn.Linear(2 * dim, dim)

    def forward(self, x):
        return x + self.fc2(nn.functional.gelu(self.fc1(self.norm(x))))


class TransformerEncoder(nn.Module):
    def __init__(self, dim=4, depth=3, layerdrop=0.4):
        super().__init__()
        self.layers = nn.ModuleList(EncoderLayer(dim) for _ in range(depth))
        self.final_norm = nn.LayerNorm(dim)
        self.layerdrop = layerdrop

    def forward(self, x):
        for layer in self.layers:
            dropout_probability = np.random.random()
            if not self.training or dropout_probability > self.layerdrop:
                x = layer(x)
        return self.final_norm(x)


def load():
    return torch.compile(TransformerEncoder())


def load_eval():
    return torch.compile(TransformerEncoder().eval())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4),), "base grad nan")
    yield from build(load_eval, lambda: (randn(2, 3, 4),), "base", tag="eval-")

EXPECT = {'rewrites': [],
 'topic': 'speech',
 'kind': 'host',
 'breaks': {30: 1},
 'gb': ['GB0033', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
