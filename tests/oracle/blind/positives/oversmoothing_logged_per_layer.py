"""Deep GCN with residuals: the Dirichlet energy of every layer is logged, with a warning once it collapses."""

import logging

import torch
from torch import nn

from fxkit import build, ints, randn

logger = logging.getLogger("deepgcn")
logger.setLevel(logging.DEBUG)


def normalize_adj(edge_index, num_nodes):
    row, col = edge_index
    loops = torch.arange(num_nodes)
    row, col = torch.cat([row, loops]), torch.cat([col, loops])
    deg = torch.zeros(num_nodes).index_add(0, row, torch.ones(row.shape[0]))
    return row, col, (deg[row] * deg[col]).rsqrt()


def dirichlet_energy(x, row, col):
    return (x[row] - x[col]).square().sum(-1).mean()


class DeepGCN(nn.Module):
    def __init__(self, dim=4, num_layers=3, alpha=0.1, energy_threshold=1e-3, verbose=True):
        super().__init__()
        self.lins = nn.ModuleList(nn.Linear(dim, dim, bias=False) for _ in range(num_layers))
        self.alpha = alpha
        self.energy_threshold = energy_threshold
        self.verbose = verbose

    def forward(self, x, edge_index):
        row, col, norm = normalize_adj(edge_index, x.shape[0])
        x0 = x
        for i, lin in enumerate(self.lins):
            agg = torch.zeros_like(x).index_add(0, row, x[col] * norm[:, None])
            x = torch.relu(lin((1 - self.alpha) * agg + self.alpha * x0))
            if self.verbose:
                energy = dirichlet_energy(x.detach(), row, col).item()
                logger.debug("layer %d: dirichlet energy %.5f", i, energy)
                if energy < self.energy_threshold:
                    logger.warning("layer %d is over-smoothed (energy %.2e)", i, energy)
        return x


def load(**kw):
    return torch.compile(DeepGCN(**kw))


def cases():
    yield from build(load, lambda: (randn(5, 4), ints(0, 5, 2, 7)), "base grad zero")
    yield from build(load, lambda: (randn(3, 4) * 1e-3, ints(0, 3, 2, 4)), "base", tag="collapsed-")
    yield from build(lambda: load(verbose=False), lambda: (randn(5, 4), ints(0, 5, 2, 7)), "base", tag="quiet-")


EXPECT = {'topic': 'graph networks',
 'rewrites': [],
 'breaks': {41: 1},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site', 'shown-history']}
