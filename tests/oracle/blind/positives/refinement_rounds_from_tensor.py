"""Protein recycling: the number of rounds is drawn by the data loader and arrives as a tensor of one integer."""

import torch
from torch import nn

from fxkit import build, randn


class PairUpdate(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.gate = nn.Linear(dim, dim)
        self.value = nn.Linear(dim, dim)

    def forward(self, pair):
        z = self.norm(pair)
        tri = torch.einsum("ikd,jkd->ijd", self.value(z), z) / z.shape[0]
        return pair + self.gate(z).sigmoid() * tri


class RecyclingTrunk(nn.Module):
    def __init__(self, dim=4, max_recycles=3):
        super().__init__()
        self.embed = nn.Linear(dim, dim)
        self.update = PairUpdate(dim)
        self.head = nn.Linear(dim, 2)
        self.max_recycles = max_recycles

    def init_pair(self, single):
        h = self.embed(single)
        return h[:, None] + h[None, :]

    def forward(self, single, num_recycles):
        pair = self.init_pair(single)
        rounds = min(int(num_recycles), self.max_recycles)
        for _ in range(rounds):
            pair = self.update(pair)
        return self.head(pair), pair.mean(dim=(0, 1))


def load():
    return torch.compile(RecyclingTrunk())


def cases():
    for n in (0, 2, 7):
        yield from build(load, lambda n=n: (randn(3, 4), torch.tensor(n)), "base grad" if n else "base", tag=f"{n}-")
    yield from build(load, lambda: (randn(3, 4), torch.tensor([1])), "base", tag="row-")

EXPECT = {'topic': 'protein',
 'kind': 'loop',
 'rewrites': [],
 'breaks': {36: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero', 'finite-grad'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
