"""Personalised PageRank propagation (APPNP style) with dangling-node mass and a convergence test."""

import torch
from torch import nn

from fxkit import build, rand, randn


class PPRPropagation(nn.Module):
    def __init__(self, alpha=0.15, k=4, tol=1e-3):
        super().__init__()
        self.lin = nn.Linear(3, 2)
        self.alpha, self.k, self.tol = alpha, k, tol
        self.register_buffer("iterations", torch.zeros((), dtype=torch.long))

    def transition(self, adj):
        out_deg = adj.sum(1)
        dangling = out_deg == 0
        p = adj / torch.where(dangling, torch.ones_like(out_deg), out_deg)[:, None]
        if dangling.any():
            p = p + dangling[:, None].to(p.dtype) / adj.shape[0]
        return p

    def forward(self, x, adj):
        z0 = self.lin(x)
        p = self.transition(adj)
        z = z0
        converged = False
        for _ in range(self.k):
            if converged:
                continue
            nxt = (1 - self.alpha) * p.t() @ z + self.alpha * z0
            delta = (nxt - z).detach().abs().max()
            z = nxt
            self.iterations += 1
            converged = bool(delta < self.tol)
        return z.log_softmax(-1)


def graph(p, scale=1.0):
    return lambda: (randn(5, 3) * scale, (rand(5, 5) < p).float())


def cases():
    make = lambda **kw: lambda: torch.compile(PPRPropagation(**kw))
    yield from build(make(), graph(0.5), "base grad", tag="usual-")
    yield from build(make(tol=10.0), graph(0.5), "base grad", tag="at-once-")
    yield from build(make(tol=0.3), graph(0.2), "base", tag="early-")
    yield from build(make(), graph(0.0), "base", tag="dangling-")


EXPECT = {'topic': 'graphs',
 'rewrites': [],
 'breaks': {20: 2, 36: 1},
 'gb': ['GB0124', 'GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'close', 'grad-close']}
