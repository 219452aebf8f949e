"""Embedding noise is drawn only if some token of the batch is no padding; later dropout uses the same stream."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints


class NoisyEmbedding(nn.Module):
    """Uniform noise in the size of NEFTune, on batches with at least one token."""

    def __init__(self, vocab=10, dim=4, alpha=5.0, padding_idx=0):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim, padding_idx=padding_idx)
        self.alpha = alpha
        self.padding_idx = padding_idx

    def forward(self, ids):
        x = self.embed(ids)
        keep = ids != self.padding_idx
        if keep.any():
            magnitude = self.alpha / (x.shape[1] * x.shape[2]) ** 0.5
            x = x + magnitude * (2.0 * torch.rand_like(x) - 1.0)
        return x


class Classifier(nn.Module):
    def __init__(self, classes=3, dropout=0.5):
        super().__init__()
        self.embed = NoisyEmbedding()
        self.out = nn.Linear(4, classes)
        self.dropout = dropout

    def forward(self, ids):
        return self.out(F.dropout(self.embed(ids), self.dropout, self.training).mean(dim=1))


def load():
    return torch.compile(Classifier())


def cases():
    yield from build(load, lambda: (ints(1, 10, 2, 5),), "base")
    yield from build(load, lambda: (torch.zeros(2, 5).long(),), "base", tag="padding-")

EXPECT = {'topic': 'training',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['O4', 'random stream'],
 'breaks': {22: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['rng'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
