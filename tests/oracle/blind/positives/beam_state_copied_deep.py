"""Constrained decoding: each candidate continues from a deep copy of the decoder's cache."""

import copy

import torch
from torch import nn

from fxkit import build, randn


class KVCache:
    def __init__(self, keys, values):
        self.keys = keys
        self.values = values
        self.length = keys.shape[0]

    def append(self, k, v):
        self.keys = torch.cat([self.keys, k[None]])
        self.values = torch.cat([self.values, v[None]])
        self.length += 1


class CandidateScorer(nn.Module):
    def __init__(self, vocab=6, dim=4):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.q, self.k, self.v = (nn.Linear(dim, dim) for _ in range(3))
        self.out = nn.Linear(dim, vocab)

    def step(self, token, cache):
        x = self.embed(token)
        cache.append(self.k(x), self.v(x))
        weights = (cache.keys @ self.q(x) / cache.length**0.5).softmax(dim=0)
        return self.out(weights @ cache.values).log_softmax(dim=-1)

    @torch.no_grad()
    def forward(self, prompt_keys, prompt_values, candidates):
        cache = KVCache(prompt_keys, prompt_values)
        scores = []
        for tokens in candidates:
            local = copy.deepcopy(cache)
            score = torch.zeros(())
            for current, following in zip(tokens[:-1], tokens[1:]):
                score = score + self.step(current, local)[following]
            scores.append(score)
        scores = torch.stack(scores)
        best = scores.argmax().item()
        return candidates[best], scores


def load():
    return torch.compile(CandidateScorer())


def cases():
    yield from build(load, lambda: (randn(3, 4), randn(3, 4, seed=1), torch.tensor([[0, 2, 3], [4, 5, 1]])), "base")
    yield from build(load, lambda: (randn(1, 4), randn(1, 4, seed=1), torch.tensor([[0, 2], [4, 5], [1, 1]])), "base", tag="short-")

EXPECT = {'topic': 'language model',
 'kind': 'copy',
 'rewrites': [],
 'breaks': {41: 3},
 'gb': ['GB4198', 'GB7000'],
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
