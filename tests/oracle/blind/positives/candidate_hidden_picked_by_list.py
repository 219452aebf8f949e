"""Contrastive search: the candidate with the best trade-off of probability and degeneration goes on for every row."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class ContrastiveDecoder(nn.Module):
    def __init__(self, vocab=11, dim=6, alpha=0.6, k=3):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.mix = nn.Linear(dim, dim)
        self.head = nn.Linear(dim, vocab)
        self.alpha = alpha
        self.k = k

    def rank(self, context, candidates, probs):
        norm_context = F.normalize(context, dim=-1)
        norm_next = F.normalize(candidates, dim=-1)
        cosine = torch.einsum("btd,bkd->bkt", norm_context, norm_next)
        degeneration, _ = cosine.max(dim=-1)
        scores = (1.0 - self.alpha) * probs - self.alpha * degeneration
        _, selected = scores.max(dim=-1)
        return selected

    def forward(self, ids):
        context = self.mix(self.embed(ids)).tanh()
        probs, tokens = self.head(context[:, -1]).softmax(dim=-1).topk(self.k, dim=-1)
        candidates = self.mix(self.embed(tokens)).tanh()
        selected = self.rank(context, candidates, probs).tolist()
        next_tokens = torch.stack([tokens[i, s] for i, s in enumerate(selected)])
        next_hidden = torch.stack([candidates[i, s] for i, s in enumerate(selected)])
        context = torch.cat([context, next_hidden.unsqueeze(1)], dim=1)
        return torch.cat([ids, next_tokens.unsqueeze(-1)], dim=-1), context


def load():
    return torch.compile(ContrastiveDecoder())


def cases():
    yield from build(load, lambda: (ints(0, 11, 3, 5),), "base")
    yield from build(load, lambda: (torch.full((3, 5), 4),), "base", tag="same-")

EXPECT = {'topic': 'generation',
 'kind': 'tolist',
 'rewrites': [],
 'breaks': {32: 1},
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
