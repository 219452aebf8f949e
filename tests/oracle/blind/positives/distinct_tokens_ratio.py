"""Sampling for dialogue: answers are scored by likelihood and by the share of distinct tokens."""

import torch
from torch import nn

from fxkit import build, ints


def distinct_1(tokens):
    """Share of distinct tokens of one answer."""
    return len(set(tokens.tolist())) / tokens.shape[0]


class ResponseScorer(nn.Module):
    def __init__(self, vocab=9, dim=5, diversity=0.5):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.head = nn.Linear(dim, vocab)
        self.diversity = diversity

    def log_likelihood(self, tokens):
        logp = torch.log_softmax(self.head(self.embed(tokens[:, :-1])), dim=-1)
        return logp.gather(-1, tokens[:, 1:, None]).squeeze(-1).mean(dim=-1)

    def forward(self, tokens):
        diversity = [distinct_1(row) for row in tokens]
        score = self.log_likelihood(tokens) + self.diversity * torch.tensor(diversity)
        return score, score.argmax(), sum(diversity) / len(diversity)


class Reranker:
    def __init__(self, diversity=0.5):
        self.scorer = ResponseScorer(diversity=diversity)
        self.rank = torch.compile(self.scorer)
        self.history = []

    def pick(self, tokens):
        score, best, mean_distinct = self.rank(tokens)
        self.history.append(mean_distinct)
        return tokens[best], score


def load(diversity=0.5):
    return Reranker(diversity).pick


def cases():
    def repetitive():
        tokens = ints(0, 9, 3, 8)
        tokens[1] = 4
        tokens[2, ::2] = 7
        return (tokens,)

    yield from build(load, lambda: (ints(0, 9, 4, 6),), "base")
    yield from build(load, repetitive, "base", tag="repetitive-")
    yield from build(lambda: load(3.0), lambda: (ints(0, 3, 3, 10),), "base", tag="strong-")

EXPECT = {'topic': 'llm',
 'kind': 'python set',
 'rewrites': [],
 'breaks': {11: 2},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
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
