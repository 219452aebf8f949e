"""Policy head of a self-play engine: softmax over legal moves, uniform where the net gives them no mass at all."""

import logging

import torch
from torch import nn

from fxkit import build, randn

logger = logging.getLogger("selfplay")


class PolicyHead(nn.Module):
    def __init__(self, dim=4, moves=5, temperature=1.0):
        super().__init__()
        self.fc = nn.Linear(dim, moves)
        self.value = nn.Linear(dim, 1)
        self.temperature = temperature
        self.masked_out = 0

    def _mask(self, probs, legal):
        probs = probs * legal
        mass = probs.sum()
        if mass > 0:
            return probs / mass
        # all legal moves were masked (insufficient NNet capacity), make all legal moves equally likely
        logger.error("All valid moves were masked, doing a workaround.")
        self.masked_out += 1
        probs = probs + legal
        return probs / probs.sum()

    def forward(self, board, legal):
        p = torch.softmax(self.fc(board) / self.temperature, -1)
        p = self._mask(p, legal)
        v = torch.tanh(self.value(board))
        forced = int(legal.sum()) == 1
        return p, v, forced


def cases():
    make = lambda **kw: lambda: torch.compile(PolicyHead(**kw))
    yield from build(make(), lambda: (randn(4), torch.tensor([1.0, 0, 1, 1, 0])), "base grad", tag="usual-")
    yield from build(make(temperature=1e-4), lambda: (randn(4) * 9, torch.tensor([1.0, 0, 1, 1, 0])), "base", tag="sharp-")
    for i in (0, 2, 4):
        yield from build(make(temperature=1e-4), lambda i=i: (randn(4) * 9, torch.eye(5)[i]), "base", tag=f"only{i}-")
    yield from build(make(), lambda: (randn(4), torch.tensor([0.0, 1, 0, 0, 0])), "base", tag="forced-")


EXPECT = {'topic': 'games',
 'rewrites': [],
 'breaks': {24: 3, 27: 1, 36: 2},
 'gb': ['GB0124', 'GB0170', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'number-tensor']}
