"""Evolution: the fittest of a population becomes the parent; a run that failed reports NaN and never wins."""

import torch
from torch import nn

from fxkit import build, randn


class Population(nn.Module):
    def __init__(self, size: int = 4, dim: int = 3):
        super().__init__()
        self.register_buffer("genomes", torch.randn(size, dim))
        self.register_buffer("parent", torch.zeros(dim))

    def fitness(self, landscape):
        return -(self.genomes - landscape).square().sum(dim=1)

    def elect(self, scores):
        best = torch.tensor(float("-inf"))
        chosen = self.parent
        for genome, score in zip(self.genomes, scores):
            if score > best:
                best = score
                chosen = genome
        return chosen.clone(), best

    @torch.no_grad()
    def forward(self, landscape, handicap):
        scores = self.fitness(landscape) + handicap
        chosen, best = self.elect(scores)
        self.parent.copy_(chosen)
        return chosen, best


def load():
    return torch.compile(Population())


def cases():
    yield from build(load, lambda: (randn(3), torch.zeros(4)), "base")
    yield from build(load, lambda: (randn(3), torch.tensor([0.0, float("nan"), 0.5, 0.0])), "base", tag="failed-")
    yield from build(load, lambda: (randn(3), torch.full((4,), float("nan"))), "base", tag="lost-")

EXPECT = {'topic': 'evolution',
 'kind': 'loop',
 'verdict': 'any correct rewrite',
 'obligations': ['NaN never wins a comparison'],
 'breaks': {22: 2},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['values', 'state'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
