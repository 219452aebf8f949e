"""Set encoder over packed sets: sizes that do not add up to the number of elements are an error."""

import torch
from torch import nn

from fxkit import build, randn


class PackedSetPool(nn.Module):
    def forward(self, elements, sizes):
        """elements: (n, dim); sizes: (sets,), long."""
        return torch.stack([s.sum(dim=0) for s in elements.split(sizes.tolist())])


class DeepSets(nn.Module):
    def __init__(self, dim=3, hidden=5):
        super().__init__()
        self.phi = nn.Sequential(nn.Linear(dim, hidden), nn.ReLU())
        self.pool = PackedSetPool()
        self.rho = nn.Linear(hidden, 2)

    def forward(self, elements, sizes):
        return self.rho(self.pool(self.phi(elements), sizes))


class Batch:
    """Wrongly packed batches are dropped by the caller."""

    def __init__(self):
        self.model = torch.compile(DeepSets())

    def score(self, elements, sizes):
        try:
            return self.model(elements, sizes)
        except RuntimeError:
            return None


def load():
    return Batch().score


def cases():
    yield from build(load, lambda: (randn(6, 3), torch.tensor([2, 3, 1])), "base grad nan")
    yield from build(load, lambda: (randn(6, 3), torch.tensor([2, 0, 4])), "base", tag="hollow-")
    yield from build(load, lambda: (randn(6, 3), torch.tensor([2, 3, 0])), "base", tag="short-")
    yield from build(load, lambda: (randn(6, 3), torch.tensor([2, 3, 3])), "base", tag="long-")

EXPECT = {'topic': 'sets',
 'kind': 'tolist',
 'rewrites': [],
 'breaks': {12: 2},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 3,
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
