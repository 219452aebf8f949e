"""Readout of a batch of molecules: every graph is a slice of the rows, pooled by sum and maximum."""

import torch
import torch.nn as nn

from fxkit import build, randn


class BatchedGraph:
    """Minimal stand-in for a batched graph: node features and the number of nodes of every graph."""

    def __init__(self, feats, batch_num_nodes):
        self.feats = feats
        self._batch_num_nodes = batch_num_nodes

    def batch_num_nodes(self):
        return self._batch_num_nodes


def readout(bg, feats):
    out, start = [], 0
    for n in bg.batch_num_nodes().tolist():
        nodes = feats[start : start + n]
        out.append(torch.cat([nodes.sum(dim=0), nodes.max(dim=0).values]))
        start += n
    return torch.stack(out)


class WeightedSumAndMax(nn.Module):
    def __init__(self, in_feats=4):
        super().__init__()
        self.atom_weighting = nn.Sequential(nn.Linear(in_feats, 1), nn.Sigmoid())

    def forward(self, bg, feats):
        return readout(bg, feats * self.atom_weighting(feats))


class Predictor(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.lin = nn.Linear(dim, dim)
        self.pool = WeightedSumAndMax(dim)
        self.out = nn.Linear(2 * dim, 1)

    def forward(self, feats, num_nodes):
        bg = BatchedGraph(feats, num_nodes)
        return self.out(self.pool(bg, torch.relu(self.lin(bg.feats)))).squeeze(-1)


def load():
    return torch.compile(Predictor())


def cases():
    yield from build(load, lambda: (randn(9, 4), torch.tensor([4, 2, 3])), "base grad big nan")
    yield from build(load, lambda: (randn(9, 4), torch.tensor([1, 7, 1])), "base grad", tag="uneven-")

EXPECT = {'topic': 'graphs',
 'kind': 'tolist',
 'rewrites': [],
 'breaks': {22: 3},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
