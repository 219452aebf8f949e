"""Few shot node classification: nodes are pulled to the centre of their class, class by class."""

import torch
from torch import nn

from fxkit import build, randn


class SGC(nn.Module):
    """Two propagation steps without a nonlinearity."""

    def __init__(self, features=4, dim=3):
        super().__init__()
        self.lin = nn.Linear(features, dim)

    def forward(self, x, adj):
        return self.lin(adj @ (adj @ x))


class PrototypeLoss(nn.Module):
    def __init__(self, num_classes=4):
        super().__init__()
        self.encoder = SGC()
        self.num_classes = num_classes

    def compactness(self, z, y):
        """Mean over the classes of the batch of the mean squared distance to their centre."""
        terms = []
        for c in y.unique().tolist():
            members = z[y == c]
            centre = members.mean(dim=0)
            terms.append((members - centre).square().sum(dim=-1).mean())
        return torch.stack(terms).mean()

    def forward(self, x, adj, y):
        z = self.encoder(x, adj)
        return self.compactness(z, y), z


def load():
    return torch.compile(PrototypeLoss())


def adjacency(n=6):
    a = (randn(n, n).abs() < 0.8).float() + torch.eye(n)
    return a / a.sum(dim=-1, keepdim=True)


def cases():
    for name, y in (("two", [0, 3, 3, 0, 3, 0]), ("four", [0, 1, 2, 3, 1, 2]), ("one", [2] * 6)):
        yield from build(load, lambda y=y: (randn(6, 4), adjacency(), torch.tensor(y)), "base grad big", tag=f"{name}-")

EXPECT = {'topic': 'graph',
 'kind': 'sizes',
 'rewrites': [],
 'breaks': {29: 5, 30: 1},
 'gb': ['GB0033', 'GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
