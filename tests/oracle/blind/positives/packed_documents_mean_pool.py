"""An embedding model trains on packed documents; each one is pooled to one vector."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class PackedEncoder(nn.Module):
    def __init__(self, vocab=16, dim=6):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.ff = nn.Sequential(nn.Linear(dim, dim), nn.GELU(), nn.Linear(dim, dim))

    def forward(self, tokens):
        h = self.embed(tokens)
        return h + self.ff(h)


class SentenceEmbedder(nn.Module):
    """tokens: (total,), doc_lens: (docs,), with doc_lens.sum() == total."""

    def __init__(self, dim=6):
        super().__init__()
        self.encoder = PackedEncoder(dim=dim)

    def pool(self, hidden, doc_lens):
        docs = hidden.split(doc_lens.tolist())
        return torch.stack([doc.mean(dim=0) for doc in docs])

    def forward(self, tokens, doc_lens):
        hidden = self.encoder(tokens)
        return F.normalize(self.pool(hidden, doc_lens), dim=-1)


def load():
    return torch.compile(SentenceEmbedder())


def cases():
    for lens in ((4, 3, 5), (2, 9, 1)):
        yield from build(load, lambda lens=lens: (ints(0, 16, sum(lens)), torch.tensor(lens)), "base", tag="-".join(map(str, lens)) + "-")

EXPECT = {'rewrites': [],
 'topic': 'training',
 'kind': 'sizes',
 'breaks': {29: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
