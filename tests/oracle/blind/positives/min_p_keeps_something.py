"""Sampling with min-p and a typicality bound: rows in which nothing is left get their best token back."""

import torch
from torch import nn

from fxkit import build, randn


class MinPWarper:
    def __init__(self, min_p=0.3, max_surprise=0.9, filter_value=-float("inf")):
        self.min_p = min_p
        self.max_surprise = max_surprise
        self.filter_value = filter_value

    def __call__(self, scores):
        logp = scores.log_softmax(dim=-1)
        probs = logp.exp()
        keep = probs >= self.min_p * probs.amax(dim=-1, keepdim=True)
        entropy = -(logp * probs).sum(dim=-1, keepdim=True)
        keep = keep & ((-logp - entropy).abs() < self.max_surprise)
        alive = keep.any(dim=-1)
        if not alive.all():
            best = torch.zeros_like(keep).scatter_(-1, scores.argmax(dim=-1, keepdim=True), True)
            keep = torch.where(alive.unsqueeze(-1), keep, best)
        return scores.masked_fill(~keep, self.filter_value)


class Head(nn.Module):
    def __init__(self, dim=6, vocab=7):
        super().__init__()
        self.lm_head = nn.Linear(dim, vocab)
        self.warper = MinPWarper()

    def forward(self, hidden, temperature: float = 1.0):
        scores = self.lm_head(hidden) / temperature
        return self.warper(scores).softmax(dim=-1)


def load():
    return torch.compile(Head())


def cases():
    yield from build(load, lambda: (randn(3, 6), 0.2), "base grad zero big nan")
    yield from build(load, lambda: (randn(3, 6), 2.0), "base", tag="hot-")

EXPECT = {'topic': 'sampling',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {22: 3},
 'gb': ['GB0170'],
 'skips': 0,
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
