"""Finished hypotheses compete by length-normalised score; the n best are kept with a heap."""

import heapq

import torch
from torch import nn

from fxkit import build, ints, randn


def rank_hypotheses(scores, n):
    best = heapq.nlargest(n, range(scores.shape[0]), key=lambda i: scores[i].item())
    return best


class Rescorer(nn.Module):
    def __init__(self, vocab=10, dim=5, length_penalty=0.6, n_best=2, pad=0):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim, padding_idx=pad)
        self.head = nn.Linear(dim, vocab)
        self.length_penalty, self.n_best, self.pad = length_penalty, n_best, pad

    def forward(self, hypotheses):
        lengths = (hypotheses != self.pad).sum(dim=-1)
        logp = torch.log_softmax(self.head(self.embed(hypotheses[:, :-1])), dim=-1)
        target = hypotheses[:, 1:]
        token = logp.gather(-1, target.unsqueeze(-1)).squeeze(-1)
        total = (token * (target != self.pad)).sum(dim=-1)
        scores = total / ((5 + lengths) / 6) ** self.length_penalty
        best = rank_hypotheses(scores, self.n_best)
        return torch.stack([hypotheses[i] for i in best]), torch.stack([scores[i] for i in best])


def load(n_best=2):
    return torch.compile(Rescorer(n_best=n_best))


def cases():
    def padded():
        hyps = ints(1, 10, 5, 6)
        hyps[1, 4:] = 0
        hyps[3, 2:] = 0
        return (hyps,)

    def tied():
        hyps = ints(1, 10, 4, 5)
        hyps[2] = hyps[1]
        hyps[3] = hyps[1]
        return (hyps,)

    yield from build(load, padded, "base")
    yield from build(lambda: load(3), tied, "base", tag="tied-")

EXPECT = {'topic': 'llm',
 'kind': 'heap',
 'rewrites': [],
 'breaks': {12: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 7,
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
