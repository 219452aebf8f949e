"""Sequence packing: rank zero logs once how full the first batch is."""

import logging
import os

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, ints

log = logging.getLogger(__name__)


def is_rank_zero():
    return int(os.environ.get("RANK", "0")) == 0


class PackedLM(nn.Module):
    def __init__(self, vocab=9, dim=4, pad=0):
        super().__init__()
        self.tok = nn.Embedding(vocab, dim)
        self.out = nn.Linear(dim, vocab, bias=False)
        self.pad = pad
        self._announced = False

    def _announce(self, input_ids):
        if self._announced or not is_rank_zero():
            return
        self._announced = True
        b, t = input_ids.shape
        log.info("first batch: %d sequences of %d tokens", b, t)

    def forward(self, input_ids):
        self._announce(input_ids)
        h = self.tok(input_ids[:, :-1])
        h = h + torch.tanh(h.cumsum(dim=1))
        return F.cross_entropy(self.out(h).flatten(0, 1), input_ids[:, 1:].flatten(), ignore_index=self.pad)


def load():
    log.setLevel(logging.INFO)
    return torch.compile(PackedLM())


def cases():
    yield from build(load, lambda: (ints(1, 9, 2, 6),), "base")
    yield from build(load, lambda: (ints(0, 9, 3, 5),), "base", tag="padded-")

EXPECT = {'topic': 'llm training',
 'kind': 'host',
 'rewrites': [],
 'breaks': {32: 2},
 'gb': ['GB0291'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': ['compiled-silent'],
 'unsafe': ['close',
            'compiled-silent',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'log-site',
            'number-tensor',
            'requires-grad',
            'shown-history']}
