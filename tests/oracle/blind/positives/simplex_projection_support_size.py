"""Portfolio weights: the projection of the scores onto the simplex (Duchi et al.)."""

import torch
from torch import nn

from fxkit import build, randn


def project_simplex(v, z=1.0):
    """Euclidean projection of one vector; z is the budget."""
    n = v.numel()
    u, _ = torch.sort(v, descending=True)
    cssv = torch.cumsum(u, dim=0) - z
    ind = torch.arange(1, n + 1, device=v.device)
    support = u - cssv / ind > 0
    rho = int(support.sum())
    theta = cssv[rho - 1] / rho
    return torch.clamp(v - theta, min=0.0)


class PortfolioPolicy(nn.Module):
    def __init__(self, features=3, leverage=1.0):
        super().__init__()
        self.score = nn.Linear(features, 1)
        self.leverage = leverage

    def forward(self, assets, returns=None):
        w = project_simplex(self.score(assets).squeeze(-1), z=self.leverage)
        if returns is None:
            return w
        return w, (w * returns).sum()


def load():
    return torch.compile(PortfolioPolicy())


def cases():
    yield from build(load, lambda: (randn(6, 3), randn(6)), "base grad zero big small")
    yield from build(load, lambda: (5 * randn(4, 3, seed=2),), "base grad", tag="weights-")
    yield from build(load, lambda: (randn(1, 3), randn(1)), "base", tag="single-")

EXPECT = {'topic': 'time series, portfolio',
 'kind': 'numbers, index',
 'rewrites': [],
 'breaks': {-1: 3, 16: 5},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
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
