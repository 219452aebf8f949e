"""A prompt cache compares the ids of the call with the ones it saw before; another length is simply not equal."""

import torch
from torch import nn

from fxkit import build, ints, randn


class PromptEncoder(nn.Module):
    def __init__(self, vocab=6, dim=4):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.mix = nn.Linear(dim, dim)

    def forward(self, ids):
        return torch.tanh(self.mix(self.embed(ids))).mean(dim=1)


class CachedPrompt(nn.Module):
    def __init__(self, known):
        super().__init__()
        self.encoder = PromptEncoder()
        self.register_buffer("known_ids", known)
        self.register_buffer("known_embedding", torch.full((1, 4), 0.25))
        self.head = nn.Linear(8, 2)

    def forward(self, x, ids):
        if torch.equal(ids, self.known_ids):
            prompt = self.known_embedding
        else:
            prompt = self.encoder(ids)
        return self.head(torch.cat([x, prompt.expand(x.shape[0], -1)], dim=-1))


def load():
    return torch.compile(CachedPrompt(torch.tensor([[2, 2, 2]])))


def cases():
    yield from build(load, lambda: (randn(2, 4), torch.tensor([[2, 2, 2]])), "base grad")
    yield from build(load, lambda: (randn(2, 4), ints(0, 6, 1, 3)), "base nan", tag="new-")
    yield from build(load, lambda: (randn(2, 4), torch.tensor([[2]])), "base", tag="short-")
    yield from build(load, lambda: (randn(2, 4), torch.tensor([[2, 2, 2, 2]])), "base", tag="long-")

EXPECT = {'topic': 'generation',
 'kind': 'branches',
 'rewrites': [],
 'breaks': {28: 3},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 1,
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
