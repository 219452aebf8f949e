"""Early exit encoder for single sentences: stops at a confident layer."""

import torch
import torch.nn as nn

from fxkit import build, randn


def entropy(logits):
    logp = torch.log_softmax(logits, dim=-1)
    return -(logp.exp() * logp).sum(-1)


class EarlyExitEncoder(nn.Module):
    def __init__(self, dim=5, num_layers=3, num_labels=3, threshold=1.05):
        super().__init__()
        self.threshold = threshold
        self.layers = nn.ModuleList(nn.Linear(dim, dim) for _ in range(num_layers))
        self.exits = nn.ModuleList(nn.Linear(dim, num_labels) for _ in range(num_layers))

    @torch.no_grad()
    def forward(self, hidden):
        for i, (layer, head) in enumerate(zip(self.layers, self.exits)):
            hidden = hidden + torch.tanh(layer(hidden))
            logits = head(hidden.mean(dim=1))
            if entropy(logits).item() < self.threshold:
                return logits, i + 1
        return logits, len(self.layers)


def load():
    return torch.compile(EarlyExitEncoder())


def load_picky():
    return torch.compile(EarlyExitEncoder(threshold=0.9))


def load_never():
    return torch.compile(EarlyExitEncoder(threshold=0.0))


def cases():
    yield from build(load, lambda: (randn(1, 4, 5),), "base neg big small")
    yield from build(load_picky, lambda: (randn(1, 4, 5) * 2,), "base neg", tag="picky-")
    yield from build(load_never, lambda: (randn(1, 4, 5),), "base", tag="never-")


EXPECT = {'topic': 'nlp',
 'rewrites': ['R6', 'R7'],
 'breaks': {-1: 1, 26: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
