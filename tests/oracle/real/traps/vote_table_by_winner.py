"""A router counts in a dictionary how often each expert was the busiest one."""

import torch
from torch import nn

from fxkit import build, randn


class VotingRouter(nn.Module):
    def __init__(self, dim=4, experts=3):
        super().__init__()
        self.gate = nn.Linear(dim, experts)
        self.votes = {}

    def record(self, probs):
        winner = probs.mean(dim=0).argmax().item()
        self.votes[winner] = self.votes.get(winner, 0) + 1

    def forward(self, tokens):
        probs = self.gate(tokens).softmax(dim=-1)
        self.record(probs)
        return probs.topk(2, dim=-1).values


def load():
    return torch.compile(VotingRouter())


def cases():
    yield from build(load, lambda: (randn(6, 4),), "base neg grad")

EXPECT = {'topic': 'moe',
 'verdict': 'any correct rewrite',
 'obligations': ['O15', 'R28'],
 'breaks': {16: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['length', 'type'],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
