"""LayerDrop of a wav2vec encoder: a skipped layer must not consume its dropout."""

import torch
import torch.nn as nn

from fxkit import build, randn


class Layer(nn.Module):
    def __init__(self, dim, p):
        super().__init__()
        self.fc = nn.Linear(dim, dim)
        self.dropout = nn.Dropout(p)

    def forward(self, x):
        return x + self.dropout(torch.relu(self.fc(x)))


class Encoder(nn.Module):
    def __init__(self, dim=4, depth=3, layerdrop=0.5):
        super().__init__()
        self.layers = nn.ModuleList(Layer(dim, 0.3) for _ in range(depth))
        self.layerdrop = layerdrop

    def forward(self, x):
        for layer in self.layers:
            dropout_probability = torch.rand(1)
            if not self.training or (dropout_probability > self.layerdrop):
                x = layer(x)
        return x


def make_train():
    return torch.compile(Encoder())


def make_eval():
    return torch.compile(Encoder().eval())


def cases():
    yield from build(make_train, lambda: (randn(3, 4),), "base grad")
    yield from build(make_eval, lambda: (randn(3, 4),), "base", tag="eval-")

EXPECT = {'topic': 'speech',
 'verdict': 'decline',
 'obligations': [],
 'breaks': {28: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['None or not', 'rng', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history',
            'compiled-exception-type']}
