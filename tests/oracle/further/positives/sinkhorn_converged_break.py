"""Sinkhorn iterations that stop when the row marginals are met."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
@torch.no_grad()
def sinkhorn(cost, eps: float = 0.5, iters: int = 4, tol: float = 1e-2):
    n, m = cost.shape
    kernel = torch.exp(-cost / eps)
    u = torch.full((n,), 1.0 / n)
    v = torch.full((m,), 1.0 / m)
    for _ in range(iters):
        u = (1.0 / n) / (kernel @ v)
        v = (1.0 / m) / (kernel.t() @ u)
        err = (u * (kernel @ v) - 1.0 / n).abs().sum()
        if err < tol:
            break
    plan = u[:, None] * kernel * v[None, :]
    return plan, (plan * cost).sum()


def cases():
    yield from sweep(sinkhorn, lambda: (rand(4, 3) * 4,), "base nan")
    yield from sweep(sinkhorn, lambda: (torch.full((4, 3), 0.3),), "base", tag="flat-")
    yield from sweep(sinkhorn, lambda: (rand(4, 3),), "base", tag="easy-")


EXPECT = {'topic': 'transport',
 'rewrites': ['R7'],
 'breaks': {19: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
