"""Classifier free guidance: the whole batch loses its labels with some probability."""

import torch
from torch import nn

from fxkit import build, ints, randn


class LabelEmbedder(nn.Module):
    def __init__(self, num_classes=4, dim=3, dropout_prob=0.5):
        super().__init__()
        self.table = nn.Embedding(num_classes + 1, dim)
        self.num_classes = num_classes
        self.dropout_prob = dropout_prob

    def forward(self, labels):
        if self.training and torch.rand(1).item() < self.dropout_prob:
            labels = torch.full_like(labels, self.num_classes)
        return self.table(labels)


class ConditionalNet(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.label = LabelEmbedder(dim=dim)
        self.mix = nn.Linear(dim, dim)

    def forward(self, x, labels):
        return self.mix(x) + self.label(labels)


def load():
    return torch.compile(ConditionalNet())


def load_eval():
    return torch.compile(ConditionalNet().eval())


def cases():
    yield from build(load, lambda: (randn(5, 3), ints(0, 4, 5)), "base grad nan")
    yield from build(load_eval, lambda: (randn(5, 3), ints(0, 4, 5)), "base", tag="eval-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R40'],
 'breaks': {17: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
