"""Beam search asks a generator expression whether every beam has ended and pads in that case."""

import torch
from torch import nn

from fxkit import build, randn


class BeamScorer:
    def __init__(self, eos=0, pad=6):
        self.eos = eos
        self.pad = pad

    def is_done(self, finished):
        return all(f for f in finished)

    def finalize(self, tokens, finished, scores, length_penalty):
        norm = scores / tokens.shape[1] ** length_penalty
        if self.is_done(finished):
            tail = torch.full_like(tokens[:, :1], self.pad)
        else:
            tail = torch.full_like(tokens[:, :1], self.eos)
        return torch.cat([tokens, tail], dim=1), norm


class BeamStep(nn.Module):
    def __init__(self, vocab=6, dim=5):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.head = nn.Linear(dim, vocab)
        self.scorer = BeamScorer()

    def forward(self, tokens, scores, finished):
        logp = self.head(self.embed(tokens).mean(dim=1)).log_softmax(dim=-1)
        best, token = logp.max(dim=-1)
        finished = finished | (token == self.scorer.eos)
        scores = scores + torch.where(finished, torch.zeros_like(best), best)
        tokens = torch.cat([tokens, token[:, None]], dim=1)
        return self.scorer.finalize(tokens, finished, scores, 0.8)


def load():
    return torch.compile(BeamStep())


def cases():
    tokens = torch.tensor([[1, 2], [3, 4], [5, 1]])
    yield from build(load, lambda: (tokens.clone(), randn(3), torch.tensor([False, True, False])), "base true")
    yield from build(load, lambda: (tokens.clone(), randn(3), torch.tensor([True, True, False])), "base grad nan", tag="late-")

EXPECT = {'topic': 'generation',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {15: 3},
 'gb': ['GB0170', 'GB8335'],
 'skips': 1,
 'graphs_per_call': 3,
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
