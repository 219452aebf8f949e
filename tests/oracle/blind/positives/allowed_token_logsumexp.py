"""Constrained decoding: how much probability the model gives to the tokens that the grammar allows."""

import torch
from torch import nn

from fxkit import bools, build, randn


class OutputHead(nn.Module):
    def __init__(self, dim=4, vocab=9, softcap=15.0):
        super().__init__()
        self.norm = nn.RMSNorm(dim)
        self.proj = nn.Linear(dim, vocab, bias=False)
        self.softcap = softcap

    def forward(self, hidden):
        return self.softcap * torch.tanh(self.proj(self.norm(hidden)) / self.softcap)


class GrammarGuide(nn.Module):
    """Scores one position; the end token is allowed by every grammar state."""

    def __init__(self, eos=0):
        super().__init__()
        self.head = OutputHead()
        self.eos = eos

    def allowed_mass(self, logits, allowed):
        total = logits.logsumexp(dim=-1)
        kept = logits[allowed].logsumexp(dim=-1)
        return kept - total

    def forward(self, hidden, allowed):
        logits = self.head(hidden)
        allowed = allowed.index_fill(0, torch.tensor([self.eos]), True)
        log_mass = self.allowed_mass(logits, allowed)
        best = logits.masked_fill(~allowed, float("-inf")).argmax(dim=-1)
        return {"token": best, "log_mass": log_mass}


def load():
    return torch.compile(GrammarGuide())


def cases():
    yield from build(load, lambda: (randn(4), bools(9)), "base grad big true false")

EXPECT = {'topic': 'inference',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {30: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
