"""Keeps the best checkpoint: with equal scores the first one stays."""

import torch
from torch import nn

from fxkit import build, randn


class BestKeeper(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.register_buffer("best_score", torch.full((), -1e9))
        self.register_buffer("best_weights", torch.zeros(dim))

    def offer(self, score, weights):
        if score > self.best_score:
            self.best_score.copy_(score)
            self.best_weights.copy_(weights)

    @torch.no_grad()
    def forward(self, scores, weights):
        for i in range(scores.shape[0]):
            self.offer(scores[i], weights[i])
        return self.best_weights * 1.0


def load():
    return torch.compile(BestKeeper())


def cases():
    yield from build(load, lambda: (randn(3), randn(3, 3)), "base nan")
    yield from build(load, lambda: (torch.ones(3), randn(3, 3)), "base", tag="tie-")


EXPECT = {'topic': 'metrics',
 'kind': 'max_tie_order',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {16: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 5,
 'naive_differs_in': ['values'],
 'unsafe': []}
