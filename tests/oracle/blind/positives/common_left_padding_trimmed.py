"""Sentence embeddings: the columns that are padding in every row are cut off in front of the encoder."""

import torch
from torch import nn

from fxkit import build, ints


class TextEncoder(nn.Module):
    def __init__(self, vocab=12, dim=4):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.q = nn.Linear(dim, dim)
        self.k = nn.Linear(dim, dim)

    def forward(self, ids, mask):
        h = self.embed(ids)
        scores = self.q(h) @ self.k(h).transpose(1, 2) / h.size(-1) ** 0.5
        scores = scores.masked_fill(~mask[:, None, :], -1e9)
        return scores.softmax(-1) @ h


class Embedder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = TextEncoder()

    def forward(self, ids, mask):
        pad = int((~mask).sum(1).min())  # left padding
        ids, mask = ids[:, pad:], mask[:, pad:]
        hidden = self.encoder(ids, mask)
        weights = mask.unsqueeze(-1).to(hidden.dtype)
        pooled = (hidden * weights).sum(1) / weights.sum(1)
        return nn.functional.normalize(pooled, dim=-1)


def load():
    return torch.compile(Embedder())


def left(*lengths, width=6):
    return torch.arange(width)[None] >= width - torch.tensor(lengths)[:, None]


def cases():
    yield from build(load, lambda: (ints(1, 12, 2, 6), left(4, 2)), "base")
    yield from build(load, lambda: (ints(1, 12, 2, 6), left(6, 3)), "base", tag="full-")
    yield from build(load, lambda: (ints(1, 12, 2, 6), left(1, 1)), "base", tag="one-")

EXPECT = {'topic': 'LLM inference, embeddings',
 'kind': 'size from a mask',
 'rewrites': [],
 'breaks': {29: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
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
