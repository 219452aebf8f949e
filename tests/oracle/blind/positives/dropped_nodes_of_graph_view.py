"""Graph contrastive learning: the features of nodes drawn for a view are zeroed by their indices."""

import torch
from torch import nn

from fxkit import build, rand, randn


def drop_nodes(x, adj, mask):
    idx = torch.nonzero(mask).squeeze(1)
    x = x.index_fill(0, idx, 0.0)
    adj = adj.clone()
    adj[idx] = 0
    adj[:, idx] = 0
    return x, adj


class GCNEncoder(nn.Module):
    def __init__(self, dim=5, hidden=6):
        super().__init__()
        self.lin1 = nn.Linear(dim, hidden)
        self.lin2 = nn.Linear(hidden, hidden)

    def forward(self, x, adj):
        adj = adj + torch.eye(adj.shape[0])
        adj = adj / adj.sum(dim=1, keepdim=True)
        return adj @ self.lin2((adj @ self.lin1(x)).relu())


class GRACE(nn.Module):
    def __init__(self, tau=0.5):
        super().__init__()
        self.encoder = GCNEncoder()
        self.tau = tau

    def forward(self, x, adj, draws, drop_rate: float = 0.3):
        z1 = self.encoder(*drop_nodes(x, adj, draws[0] < drop_rate))
        z2 = self.encoder(*drop_nodes(x, adj, draws[1] < drop_rate))
        z1, z2 = (nn.functional.normalize(z, dim=-1) for z in (z1, z2))
        logits = z1 @ z2.t() / self.tau
        return nn.functional.cross_entropy(logits, torch.arange(x.shape[0]))


def load():
    return torch.compile(GRACE())


def cases():
    adj = (rand(5, 5) > 0.5).float()
    yield from build(load, lambda: (randn(5, 5), adj.clone(), rand(2, 5)), "base grad nan")
    yield from build(load, lambda: (randn(5, 5), adj.clone(), rand(2, 5), 0.0), "base", tag="keep-")
    yield from build(load, lambda: (randn(5, 5), adj.clone(), rand(2, 5), 1.1), "base", tag="drop-")

EXPECT = {'topic': 'graph',
 'kind': 'selection',
 'rewrites': [],
 'breaks': {10: 3},
 'gb': ['GB0036'],
 'skips': 0,
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
