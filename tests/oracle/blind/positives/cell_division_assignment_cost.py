"""Microscopy tracking: link cost with mitosis candidates; a parent may own two daughters when its area is large."""

import torch
from torch import nn

from fxkit import build, rand, randn


class LinkCost(nn.Module):
    birth_cost = 2.0

    def __init__(self, dim=3, mitosis_area=1.2):
        super().__init__()
        self.embed = nn.Linear(dim, 2)
        self.mitosis_area = mitosis_area

    def distances(self, a, b):
        return torch.cdist(self.embed(a), self.embed(b))

    def divide(self, cost, parent):
        """Two cheapest daughters of a dividing parent cost their mean."""
        two = cost[parent].topk(2, largest=False)
        cost = cost.clone()
        cost[parent, two.indices] = two.values.mean()
        return cost

    def forward(self, parents, areas, children):
        cost = self.distances(parents, children)
        dividing = []
        for p in range(areas.shape[0]):
            if areas[p] > self.mitosis_area and cost[p].min() < self.birth_cost:
                cost = self.divide(cost, p)
                dividing.append(1)
            else:
                dividing.append(0)
        best, owner = cost.min(dim=0)
        born = best > self.birth_cost
        owner = owner.clone()
        owner[born] = -1
        best = best.clone()
        best[born] = self.birth_cost
        return best.sum(), owner, torch.tensor(dividing)


def frame(area, spread=1.0):
    return lambda: (randn(3, 3) * spread, rand(3) * area, randn(4, 3, seed=2) * spread)


def cases():
    make = lambda: torch.compile(LinkCost())
    yield from build(make, frame(2.0), "base", tag="some-")
    yield from build(make, frame(0.5), "base grad", tag="none-")
    yield from build(make, frame(40.0), "base", tag="all-")
    yield from build(make, frame(40.0, 30.0), "base", tag="far-")


EXPECT = {'topic': 'microscopy',
 'rewrites': [],
 'breaks': {31: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'close', 'grad-close']}
