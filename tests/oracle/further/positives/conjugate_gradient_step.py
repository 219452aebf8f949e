"""One conjugate gradient iteration, left early when the residual is small."""

import torch

from fxkit import rand, randn, sweep


def matvec(a, v):
    return a @ v + 0.1 * v


@torch.compile
@torch.no_grad()
def cg_step(a, x, r, p, tol: float = 1e-3):
    rs = torch.dot(r, r)
    if rs < tol:
        return x * 1.0, r * 1.0, p * 1.0
    ap = matvec(a, p)
    alpha = rs / torch.dot(p, ap)
    x = x + alpha * p
    r_new = r - alpha * ap
    beta = torch.dot(r_new, r_new) / rs
    return x, r_new, r_new + beta * p


def cases():
    spd = lambda: torch.eye(4) * 2.0 + 0.1
    yield from sweep(cg_step, lambda: (spd(), torch.zeros(4), randn(4), randn(4)), "base nan f64")
    yield from sweep(cg_step, lambda: (spd(), randn(4), torch.zeros(4), torch.zeros(4)), "base", tag="done-")


EXPECT = {'topic': 'optimiser',
 'rewrites': ['R6', 'R10'],
 'breaks': {16: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
