"""Radius graph of fixed size for a molecular potential, with the overflow check of TorchMD-Net."""

import torch
from torch import nn

from fxkit import build, randn


class OptimizedDistance(nn.Module):
    def __init__(self, cutoff_lower=0.0, cutoff_upper=1.5, max_num_pairs=12, check_errors=True):
        super().__init__()
        self.cutoff_lower = cutoff_lower
        self.cutoff_upper = cutoff_upper
        self.max_num_pairs = max_num_pairs
        self.check_errors = check_errors

    def forward(self, pos, batch):
        n = pos.shape[0]
        i, j = torch.tril_indices(n, n, offset=-1)
        edge_vec = pos[i] - pos[j]
        d2 = edge_vec.pow(2).sum(-1)
        valid = (batch[i] == batch[j]) & (d2 < self.cutoff_upper**2) & (d2 >= self.cutoff_lower**2)
        num_pairs = valid.sum()
        order = torch.argsort((~valid).int(), stable=True)[: self.max_num_pairs]
        found = valid[order]
        edge_index = torch.where(found, torch.stack([i[order], j[order]]), -1)
        if self.check_errors:
            if num_pairs > self.max_num_pairs:
                raise AssertionError(
                    "Found num_pairs({}) > max_num_pairs({})".format(num_pairs, self.max_num_pairs)
                )
        edge_weight = torch.where(found, d2[order], 1.0).sqrt() * found
        return edge_index, edge_weight


class PairPotential(nn.Module):
    def __init__(self, num_types=3, **kw):
        super().__init__()
        self.distance = OptimizedDistance(**kw)
        self.embedding = nn.Embedding(num_types, 4)

    def forward(self, z, pos, batch):
        edge_index, edge_weight = self.distance(pos, batch)
        i, j = edge_index.clamp(min=0)
        strength = (self.embedding(z[i]) * self.embedding(z[j])).sum(-1)
        cutoffs = 0.5 * (torch.cos(edge_weight * torch.pi / self.distance.cutoff_upper) + 1.0)
        energy = strength * cutoffs * (edge_index[0] >= 0)
        return energy.sum(), edge_index


def load(**kw):
    return torch.compile(PairPotential(**kw))


def molecules(spread=0.6, n=6):
    return torch.arange(n) % 3, randn(n, 3) * spread, (torch.arange(n) >= 4).long()


def cases():
    yield from build(load, molecules, "base grad")
    yield from build(load, lambda: molecules(9.0), "base grad", tag="apart-")
    yield from build(lambda: load(max_num_pairs=2), lambda: molecules(0.1), "base", tag="overflow-")
    yield from build(lambda: load(max_num_pairs=2, check_errors=False), lambda: molecules(0.1), "base", tag="unchecked-")


EXPECT = {'topic': 'molecular potential',
 'rewrites': [],
 'breaks': {28: 3, 29: 2},
 'gb': ['GB0088', 'GB0170', 'GB0171'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'compiled-exception-type', 'grad-close']}
