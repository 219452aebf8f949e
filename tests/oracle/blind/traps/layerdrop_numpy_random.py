"""Encoder whose layers are dropped at random while it trains."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.fc1 = nn.Linear(dim, 2 * dim)
        self.fc2 = nn.Linear(2 * dim, dim)

    def forward(self, x):
        return x + self.fc2(F.gelu(self.fc1(self.norm(x))))


class Wav2VecEncoder(nn.Module):
    def __init__(self, dim=4, layers=4, layerdrop=0.5):
        super().__init__()
        self.layers = nn.ModuleList(Block(dim) for _ in range(layers))
        self.layerdrop = layerdrop

    def forward(self, x):
        hiddens = [x]
        for layer in self.layers:
            dropout_probability = np.random.random()
            if not self.training or (dropout_probability > self.layerdrop):
                x = layer(x)
            hiddens.append(x)
        return x, torch.stack(hiddens).mean(0)


def load():
    return torch.compile(Wav2VecEncoder())


def load_eval():
    return torch.compile(Wav2VecEncoder().eval())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4),), "base grad")
    yield from build(load_eval, lambda: (randn(2, 3, 4),), "base", tag="eval-")


EXPECT = {'topic': 'speech',
 'verdict': 'decline',
 'obligations': ['O5', 'R40'],
 'breaks': {31: 1},
 'gb': ['GB0033', 'GB7000'],
 'naive_differs_in': ['None or not', 'alias', 'requires_grad', 'rng', 'values'],
 'unsafe': []}
