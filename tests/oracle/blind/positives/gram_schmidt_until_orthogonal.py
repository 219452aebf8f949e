"""Krylov basis for a Gaussian process solve; new vectors are orthogonalised again until they really are orthogonal."""

import torch
from torch import nn

from fxkit import build, randn


def reorthogonalize(q_mat, r_vec, tol=1e-5, max_passes=4):
    could_reorthogonalize = False
    for _ in range(max_passes):
        inner_products = q_mat.t().matmul(r_vec)
        if not torch.sum(inner_products.abs() > tol):
            could_reorthogonalize = True
            break
        correction = q_mat.matmul(inner_products)
        r_vec = r_vec - correction
        r_vec = r_vec / r_vec.norm().clamp(min=1e-12)
    return r_vec, could_reorthogonalize


class LanczosSolve(nn.Module):
    def __init__(self, steps=3, noise=0.1, tol=1e-5):
        super().__init__()
        self.lengthscale = nn.Parameter(torch.tensor(0.7))
        self.register_buffer("noise", torch.tensor(noise))
        self.steps, self.tol = steps, tol

    def kernel(self, x):
        d = torch.cdist(x, x)
        return torch.exp(-0.5 * (d / self.lengthscale) ** 2) + self.noise * torch.eye(len(x))

    @torch.no_grad()
    def forward(self, x, y):
        K = self.kernel(x)
        q = y / y.norm()
        basis = [q]
        settled = []
        for _ in range(self.steps - 1):
            r = K @ basis[-1]
            r = r / r.norm()
            r, ok = reorthogonalize(torch.stack(basis, dim=1), r, self.tol)
            settled.append(ok)
            basis.append(r)
        Q = torch.stack(basis, dim=1)
        T = Q.t() @ K @ Q
        return Q @ torch.linalg.solve(T, Q.t() @ y), T, settled


def load(steps=3, tol=1e-5):
    return torch.compile(LanczosSolve(steps=steps, tol=tol))


def cases():
    yield from build(load, lambda: (randn(6, 3), randn(6)), "base small")
    yield from build(lambda: load(4), lambda: (randn(7, 2, seed=3), randn(7)), "base", tag="deep-")
    yield from build(lambda: load(4, 1e-12), lambda: (randn(7, 2, seed=3), randn(7)), "base", tag="strict-")
    yield from build(lambda: load(3, 0.5), lambda: (randn(6, 3), randn(6)), "base", tag="lax-")

EXPECT = {'topic': 'gaussian process',
 'kind': 'loops',
 'rewrites': [],
 'breaks': {13: 3},
 'gb': ['GB0170', 'GB7000'],
 'skips': 2,
 'graphs_per_call': 1,
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
