"""Greedy search of a transducer: up to two symbols per frame, until the joint network says blank."""

import torch
from torch import nn

from fxkit import build, randn


class GreedyTransducer(nn.Module):
    def __init__(self, dim=4, vocab=5, max_symbols=2, blank_bias=0.0):
        super().__init__()
        self.blank, self.max_symbols = 0, max_symbols
        self.embed = nn.Embedding(vocab, dim)
        self.cell = nn.GRUCell(dim, dim)
        self.joint = nn.Linear(dim, vocab)
        self.blank_bias = blank_bias

    def scores(self, frame, state):
        logits = self.joint(torch.tanh(frame + state)).squeeze(0)
        return logits + self.blank_bias * (torch.arange(logits.numel()) == self.blank)

    @torch.no_grad()
    def forward(self, encoded):
        T = encoded.shape[0]
        state = torch.zeros(1, encoded.shape[1])
        score = torch.zeros(())
        emitted = torch.zeros(T, dtype=torch.long)
        for t in range(T):
            for _ in range(self.max_symbols):
                logp = self.scores(encoded[t:t + 1], state).log_softmax(-1)
                value, symbol = logp.max(dim=-1)
                if symbol.item() == self.blank:
                    break
                score += value
                emitted[t] += 1
                state = self.cell(self.embed(symbol[None]), state)
        return emitted, score, state


def load(bias=0.0):
    return torch.compile(GreedyTransducer(blank_bias=bias))


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base big")
    yield from build(lambda: load(0.6), lambda: (randn(3, 4, seed=4),), "base", tag="hesitant-")
    yield from build(lambda: load(9.0), lambda: (randn(3, 4),), "base", tag="blank-")

EXPECT = {'topic': 'speech',
 'kind': 'loop until',
 'rewrites': [],
 'breaks': {32: 2},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 6,
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
