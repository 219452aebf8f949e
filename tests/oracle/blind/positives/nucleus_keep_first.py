"""Nucleus sampling with repetition penalty and a list of forbidden tokens."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class RepetitionPenalty:
    def __init__(self, penalty):
        self.penalty = penalty

    def __call__(self, input_ids, logits):
        score = torch.gather(logits, 1, input_ids)
        score = torch.where(score < 0, score * self.penalty, score / self.penalty)
        return logits.scatter(1, input_ids, score)


class NoRepeatLast:
    """Forbids the token that was produced last for each row."""

    def __call__(self, input_ids, logits):
        logits = logits.clone()
        for row, token in enumerate(input_ids[:, -1].tolist()):
            logits[row, token] = -float("inf")
        return logits


class TopP:
    def __init__(self, top_p):
        self.top_p = top_p

    def __call__(self, input_ids, logits):
        sorted_logits, order = torch.sort(logits, descending=True)
        cumulative = F.softmax(sorted_logits, dim=-1).cumsum(dim=-1)
        remove = cumulative - F.softmax(sorted_logits, dim=-1) > self.top_p
        remove = torch.zeros_like(remove).scatter(1, order, remove)
        return logits.masked_fill(remove, -float("inf"))


class Sampler(nn.Module):
    def __init__(self, dim=4, vocab=7):
        super().__init__()
        self.head = nn.Linear(dim, vocab)
        self.processors = [RepetitionPenalty(1.3), NoRepeatLast(), TopP(0.8)]

    @torch.no_grad()
    def forward(self, hidden, input_ids):
        logits = self.head(hidden)
        for processor in self.processors:
            logits = processor(input_ids, logits)
        probs = F.softmax(logits, dim=-1)
        return probs, probs.argmax(dim=-1)


def load():
    return torch.compile(Sampler())


def cases():
    yield from build(load, lambda: (randn(3, 4), torch.tensor([[1, 2], [4, 4], [0, 6]])), "base big nan")
    yield from build(load, lambda: (randn(1, 4), torch.tensor([[3, 5, 1]])), "base", tag="one-")


EXPECT = {'topic': 'sampler',
 'kind': 'index_tolist',
 'rewrites': [],
 'breaks': {25: 3},
 'gb': ['GB0033', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite']}
