"""A Gaussian process adds jitter to its kernel matrix until the Cholesky decomposition succeeds."""

import torch
from torch import nn

from fxkit import build, randn


def psd_safe_cholesky(A, jitter=1e-6, max_tries=4):
    """The factor of A with as little jitter on the diagonal as needed, in powers of ten."""
    L, info = torch.linalg.cholesky_ex(A)
    if not torch.any(info):
        return L

    Aprime = A.clone()
    jitter_prev = 0.0
    for i in range(max_tries):
        jitter_new = jitter * (10**i)
        # add jitter only where needed
        diag_add = ((info > 0) * (jitter_new - jitter_prev)).unsqueeze(-1).expand(*Aprime.shape[:-1])
        Aprime = Aprime + torch.diag_embed(diag_add)
        jitter_prev = jitter_new
        L, info = torch.linalg.cholesky_ex(Aprime)
        if not torch.any(info):
            return L
    return torch.full_like(L, float("nan"))


class ExactGP(nn.Module):
    def __init__(self, lengthscale=1.0, noise=0.0):
        super().__init__()
        self.raw_lengthscale = nn.Parameter(torch.tensor(lengthscale).log())
        self.noise = noise

    def kernel(self, x1, x2):
        d2 = (x1.unsqueeze(-2) - x2.unsqueeze(-3)).pow(2).sum(-1)
        return torch.exp(-0.5 * d2 / self.raw_lengthscale.exp() ** 2)

    def forward(self, x, y):
        K = self.kernel(x, x) + self.noise * torch.eye(x.size(-2))
        L = psd_safe_cholesky(K)
        alpha = torch.cholesky_solve(y.unsqueeze(-1), L).squeeze(-1)
        logdet = L.diagonal(dim1=-1, dim2=-2).log().sum(-1)
        return 0.5 * (y * alpha).sum(-1) + logdet


def load(noise=0.0):
    return torch.compile(ExactGP(noise=noise))


def twins():
    x = randn(2, 4, 2)
    x[1, 1] = x[1, 0]
    x[1, 2] = x[1, 0]
    return x, randn(2, 4)


def cases():
    yield from build(lambda: load(0.1), lambda: (randn(2, 4, 2), randn(2, 4)), "base grad")
    yield from build(load, twins, "base", tag="twins-")
    yield from build(load, lambda: (randn(1, 3, 2), randn(1, 3)), "base", tag="single-")

EXPECT = {'topic': 'probabilistic',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {12: 6, 24: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
