"""Early-exit encoder: inference of a sentence ends at the first layer whose classifier has low entropy."""

import torch
from torch import nn

from fxkit import build, randn


def entropy(x):
    exp_x = torch.exp(x)
    A = torch.sum(exp_x, dim=1)
    B = torch.sum(x * exp_x, dim=1)
    return torch.log(A) - B / A


class Highway(nn.Module):
    def __init__(self, dim, classes):
        super().__init__()
        self.pooler = nn.Linear(dim, dim)
        self.classifier = nn.Linear(dim, classes)

    def forward(self, hidden):
        return self.classifier(torch.tanh(self.pooler(hidden[:, 0])))


class DeeEncoder(nn.Module):
    def __init__(self, dim=6, classes=3, layers=3, threshold=0.9):
        super().__init__()
        self.layers = nn.ModuleList(nn.Sequential(nn.Linear(dim, dim), nn.GELU()) for _ in range(layers))
        self.highway = nn.ModuleList(Highway(dim, classes) for _ in range(layers))
        self.threshold = threshold

    @torch.no_grad()
    def forward(self, hidden):
        for i, layer in enumerate(self.layers):
            hidden = hidden + layer(hidden)
            logits = self.highway[i](hidden)
            if entropy(logits)[0] < self.threshold:
                return logits, i + 1
        return logits, len(self.layers)


def load():
    return torch.compile(DeeEncoder().eval())


def load_sure():
    return torch.compile(DeeEncoder(threshold=1.09).eval())


def cases():
    yield from build(load, lambda: (randn(1, 4, 6),), "base big nan")
    yield from build(load_sure, lambda: (randn(1, 4, 6),), "base", tag="sure-")
    yield from build(load, lambda: (12 * randn(1, 4, 6, seed=3),), "base", tag="loud-")

EXPECT = {'topic': 'language',
 'kind': 'branch, early return',
 'rewrites': [],
 'breaks': {38: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
