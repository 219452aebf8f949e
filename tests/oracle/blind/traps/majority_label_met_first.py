"""Self-consistency: the answer that most samples agree on; among equals the one that was sampled first."""

from collections import Counter

import torch
from torch import nn

from fxkit import build, randn


class AnswerHead(nn.Module):
    def __init__(self, dim=4, answers=5):
        super().__init__()
        self.out = nn.Linear(dim, answers)

    def forward(self, h):
        return self.out(h).argmax(dim=-1)


class SelfConsistency(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = AnswerHead()

    @torch.no_grad()
    def forward(self, samples, weights):
        """samples: (S, dim), weights: (S,)"""
        answers = self.head(samples)
        winner = Counter(answers.tolist()).most_common(1)[0][0]
        agree = (answers == winner).float()
        return answers, (agree * weights).sum() / weights.sum(), agree


def load():
    return torch.compile(SelfConsistency())


def cases():
    yield from build(load, lambda: (randn(5, 4), torch.linspace(1, 2, 5)), "base zero")
    yield from build(load, lambda: (3 * randn(2, 4, seed=4), torch.tensor([1.0, 3.0])), "base", tag="pair-")
    yield from build(load, lambda: (3 * randn(2, 4, seed=4).flip(0), torch.tensor([1.0, 3.0])), "base", tag="swapped-")
    yield from build(load, lambda: (randn(8, 4, seed=5), torch.linspace(1, 2, 8)), "base", tag="eight-")

EXPECT = {'topic': 'language',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['ties of most_common'],
 'breaks': {29: 4},
 'gb': ['GB0033', 'GB0059', 'GB0092'],
 'naive_differs_in': ['values'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
