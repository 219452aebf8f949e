"""A pointer-generator reads copied words, whose ids lie beyond the table, from the unknown vector."""

import torch
from torch import nn

from fxkit import build, randn


class ExtendedEmbedding(nn.Module):
    def __init__(self, vocab=6, dim=4):
        super().__init__()
        self.vocab = vocab
        self.weight = nn.Parameter(torch.randn(vocab, dim))
        self.unk = nn.Parameter(torch.zeros(dim))

    def lookup(self, word):
        if word < self.vocab:
            return self.weight[word]
        return self.unk

    def forward(self, words):
        return torch.stack([self.lookup(w) for w in words])


class CopyDecoderStep(nn.Module):
    def __init__(self, vocab=6, dim=4):
        super().__init__()
        self.embed = ExtendedEmbedding(vocab, dim)
        self.cell = nn.Linear(2 * dim, dim)
        self.gate = nn.Linear(dim, 1)

    def forward(self, words, state):
        x = self.embed(words)
        state = self.cell(torch.cat([x, state], dim=-1)).tanh()
        return state, self.gate(state).sigmoid().squeeze(-1)


def load():
    return torch.compile(CopyDecoderStep())


def cases():
    yield from build(load, lambda: (torch.tensor([2, 5, 0]), randn(3, 4)), "base grad")
    yield from build(load, lambda: (torch.tensor([9, 1, 6]), randn(3, 4)), "base grad", tag="copied-")
    yield from build(load, lambda: (torch.tensor([-1, 7, -6]), randn(3, 4)), "base", tag="negative-")

EXPECT = {'topic': 'language',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['the untaken arm reads outside the table', 'negative indices'],
 'breaks': {17: 2},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['exception'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
