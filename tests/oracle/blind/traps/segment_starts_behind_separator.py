"""Sentence pairs: the token behind every separator starts a segment; nothing starts behind the last position."""

import torch
from torch import nn

from fxkit import build, ints

SEP = 2


def segment_starts(ids):
    """ids: (T,). One for every token behind a separator."""
    starts = torch.zeros_like(ids)
    behind = (ids == SEP).nonzero().flatten() + 1
    starts[behind[behind < ids.shape[0]]] = 1
    return starts


class SegmentEmbedding(nn.Module):
    def __init__(self, vocab=8, dim=4, segments=8):
        super().__init__()
        self.word = nn.Embedding(vocab, dim)
        self.segment = nn.Embedding(segments, dim)
        self.first = nn.Parameter(torch.ones(dim))

    def forward(self, ids):
        starts = segment_starts(ids)
        which = starts.cumsum(dim=0)
        return self.word(ids) + self.segment(which) + starts.unsqueeze(-1) * self.first, which


def load():
    return torch.compile(SegmentEmbedding())


def cases():
    yield from build(load, lambda: (torch.tensor([1, 4, 2, 5, 6, 3]),), "base")
    yield from build(load, lambda: (torch.tensor([1, 4, 2, 5, 6, 2]),), "base", tag="closed-")
    yield from build(load, lambda: (torch.tensor([2, 2, 7, 2]),), "base", tag="dense-")
    yield from build(load, lambda: (ints(3, 8, 5),), "base", tag="single-")

EXPECT = {'topic': 'language',
 'kind': 'selection',
 'verdict': 'any correct rewrite',
 'obligations': ['index shift', 'wrap-around'],
 'breaks': {14: 2, 15: 4},
 'gb': ['GB0036'],
 'naive_differs_in': ['gradients', 'values'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
