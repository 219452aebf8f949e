"""Chebyshev graph convolution; the largest Laplacian eigenvalue is estimated by a few power iterations."""

import torch
from torch import nn

from fxkit import build, rand, randn


def normalised_laplacian(adj, eps=1e-6):
    deg = adj.sum(-1)
    inv = torch.where(deg > eps, deg.clamp(min=eps).rsqrt(), torch.zeros_like(deg))
    return torch.eye(adj.shape[0], dtype=adj.dtype) - inv[:, None] * adj * inv[None, :]


@torch.no_grad()
def estimate_lambda_max(lap, iters=5):
    """Rayleigh quotient after `iters` power iterations."""
    v = torch.ones(lap.shape[0], dtype=lap.dtype)
    v[0] = 2.0
    for _ in range(iters):
        v = lap @ v
        v = v / v.norm().clamp(min=1e-12)
    return (v @ lap @ v).item()


class ChebConv(nn.Module):
    def __init__(self, in_dim, out_dim, order=3):
        super().__init__()
        self.weights = nn.ParameterList([nn.Parameter(torch.randn(in_dim, out_dim) * 0.2) for _ in range(order)])
        self.bias = nn.Parameter(torch.zeros(out_dim))

    def rescale(self, lap):
        lam = max(estimate_lambda_max(lap), 1e-3)
        return 2.0 * lap / lam - torch.eye(lap.shape[0], dtype=lap.dtype)

    def forward(self, x, adj):
        lap = self.rescale(normalised_laplacian(adj))
        # Chebyshev recursion T_k = 2 L T_{k-1} - T_{k-2}
        terms = [x, lap @ x]
        for _ in range(2, len(self.weights)):
            terms.append(2 * lap @ terms[-1] - terms[-2])
        out = self.bias
        for w, t in zip(self.weights, terms):
            out = out + t @ w
        return out


def sym(n, p):
    a = (rand(n, n) < p).float().triu(1)
    return a + a.t()


def cases():
    make = lambda: torch.compile(ChebConv(3, 2))
    yield from build(make, lambda: (randn(5, 3), sym(5, 0.6)), "base grad", tag="dense-")
    yield from build(make, lambda: (randn(5, 3), sym(5, 0.0)), "base", tag="isolated-")
    yield from build(make, lambda: (randn(1, 3), torch.ones(1, 1)), "base", tag="single-")

EXPECT = {'topic': 'graphs',
 'rewrites': ['R21', 'R26'],
 'breaks': {23: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
