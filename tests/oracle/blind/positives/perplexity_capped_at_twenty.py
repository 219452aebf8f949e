"""Evaluation of a small language model: the loss, the perplexity with a cap, and bits per token."""

import math

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, ints


class Evaluate(nn.Module):
    def __init__(self, vocab=11, dim=6, pad_id=0):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.rnn = nn.Linear(dim, dim)
        self.head = nn.Linear(dim, vocab)
        self.pad_id = pad_id

    @torch.no_grad()
    def forward(self, tokens):
        x = self.embed(tokens[:, :-1])
        hidden = torch.tanh(self.rnn(x)).cumsum(dim=1)
        logits = self.head(hidden)
        targets = tokens[:, 1:]
        loss = F.cross_entropy(logits.flatten(0, 1), targets.flatten(), ignore_index=self.pad_id)
        ppl = math.exp(min(loss.item(), 20.0))
        return {"loss": loss.item(), "ppl": ppl, "bpt": loss.item() / math.log(2)}


def load():
    return torch.compile(Evaluate())


def cases():
    yield from build(load, lambda: (ints(1, 11, 2, 6),), "base")
    yield from build(load, lambda: (ints(0, 2, 2, 6),), "base", tag="padded-")

EXPECT = {'topic': 'language',
 'kind': 'item',
 'rewrites': [],
 'breaks': {27: 1, 28: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['number-tensor', 'close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
