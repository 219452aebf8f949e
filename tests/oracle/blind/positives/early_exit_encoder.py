"""DeeBERT style inference: stop at the first layer whose classifier is confident."""

import torch
from torch import nn

from fxkit import build, randn


def entropy(logits):
    logp = logits.log_softmax(dim=-1)
    return -(logp.exp() * logp).sum(dim=-1)


class Highway(nn.Module):
    def __init__(self, dim, num_labels):
        super().__init__()
        self.pooler = nn.Linear(dim, dim)
        self.classifier = nn.Linear(dim, num_labels)

    def forward(self, hidden):
        return self.classifier(torch.tanh(self.pooler(hidden[:, 0])))


class Layer(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.ff = nn.Sequential(nn.Linear(dim, 2 * dim), nn.GELU(), nn.Linear(2 * dim, dim))

    def forward(self, x):
        return x + self.ff(self.norm(x))


class EarlyExitEncoder(nn.Module):
    def __init__(self, dim=4, num_labels=3, num_layers=3, threshold=0.9):
        super().__init__()
        self.layers = nn.ModuleList(Layer(dim) for _ in range(num_layers))
        self.highways = nn.ModuleList(Highway(dim, num_labels) for _ in range(num_layers))
        self.early_exit_entropy = threshold

    def set_early_exit_entropy(self, value):
        self.early_exit_entropy = value

    def forward(self, hidden):
        for layer, highway in zip(self.layers, self.highways):
            hidden = layer(hidden)
            logits = highway(hidden)
            if entropy(logits).max() < self.early_exit_entropy:
                return logits, hidden
        return logits, hidden


def load(threshold):
    model = EarlyExitEncoder()
    model.set_early_exit_entropy(threshold)
    return torch.compile(model)


def cases():
    yield from build(lambda: load(1.04), lambda: (randn(2, 3, 4),), "base grad big")
    yield from build(lambda: load(5.0), lambda: (randn(2, 3, 4),), "base", tag="first-")
    yield from build(lambda: load(0.0), lambda: (randn(2, 3, 4),), "base", tag="never-")


EXPECT = {'topic': 'transformer',
 'kind': 'layer_loop_confidence',
 'rewrites': [],
 'breaks': {48: 2},
 'gb': ['GB0092', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 9,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'grad-none-zero']}
