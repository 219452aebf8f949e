"""Active learning: the next samples to label are those farthest from what is labelled already."""

import torch
from torch import nn

from fxkit import build, randn


class CoreSet(nn.Module):
    """k-center greedy in the space of the penultimate layer"""

    def __init__(self, in_dim=4, embed=3, budget=3):
        super().__init__()
        self.embed = nn.Sequential(nn.Linear(in_dim, embed), nn.Tanh())
        self.budget = budget

    def update_distances(self, feats, center, min_distances):
        dist = torch.norm(feats - feats[center], dim=1)
        return dist if min_distances is None else torch.minimum(min_distances, dist)

    @torch.no_grad()
    def forward(self, pool, labelled):
        feats = self.embed(pool)
        min_distances = None
        for i in range(labelled.numel()):
            min_distances = self.update_distances(feats, labelled[i], min_distances)
        new_batch = []
        for _ in range(self.budget):
            ind = torch.argmax(min_distances).item()
            min_distances = self.update_distances(feats, ind, min_distances)
            new_batch.append(ind)
        return torch.tensor(new_batch), min_distances.max()


def load():
    return torch.compile(CoreSet())


def cases():
    yield from build(load, lambda: (randn(8, 4), torch.tensor([0, 5])), "base big")
    yield from build(load, lambda: (randn(8, 4), torch.tensor([2])), "base", tag="single-")

EXPECT = {'topic': 'active learning',
 'kind': 'item',
 'rewrites': [],
 'breaks': {18: 3},
 'gb': ['GB0033', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 5,
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
