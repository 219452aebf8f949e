"""Constrained decoding: the state of an automaton decides which tokens may follow."""

import torch
from torch import nn

from fxkit import build, randn

#          {  "  :  }  x
ALLOWED = [[1, 0, 0, 0, 0], [0, 1, 0, 1, 0], [0, 1, 0, 0, 1], [0, 1, 1, 1, 0]]
NEXT = [[1, 0, 0, 0, 0], [1, 2, 1, 0, 1], [2, 3, 2, 2, 2], [3, 2, 3, 0, 3]]


class JsonDecoder(nn.Module):
    def __init__(self, dim=4, steps=4):
        super().__init__()
        self.register_buffer("allowed", torch.tensor(ALLOWED, dtype=torch.bool))
        self.register_buffer("transition", torch.tensor(NEXT))
        self.emb = nn.Embedding(5, dim)
        self.head = nn.Linear(dim, 5)
        self.steps = steps

    def advance(self, state, token):
        return self.transition[state, token].item()

    @torch.no_grad()
    def forward(self, hidden, state):
        state = state.item()
        out = []
        for _ in range(self.steps):
            logits = self.head(torch.tanh(hidden))
            logits = logits.masked_fill(~self.allowed[state], float("-inf"))
            token = logits.argmax(dim=-1)
            out.append(token)
            hidden = hidden + self.emb(token)
            state = self.advance(state, token)
        return torch.stack(out), state


def load():
    return torch.compile(JsonDecoder())


def cases():
    yield from build(load, lambda: (randn(4), torch.tensor(0)), "base big")
    yield from build(load, lambda: (randn(4, seed=2), torch.tensor(2)), "base", tag="inside-")

EXPECT = {'topic': 'llm',
 'kind': 'item',
 'rewrites': [],
 'breaks': {23: 3, 27: 1},
 'gb': ['GB0033', 'GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
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
