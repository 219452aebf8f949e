"""The log determinant comes from Cholesky factors if the matrix is positive definite, else from its eigenvalues."""

import torch
import torch.nn as nn

from fxkit import build, randn


class LogDet(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.log_noise = nn.Parameter(torch.full((dim,), -3.0))

    @torch.no_grad()
    def forward(self, k):
        k = k + torch.diag(self.log_noise.exp())
        eigenvalues = torch.linalg.eigvalsh(k)
        if eigenvalues.min() > 0:
            logdet = 2 * torch.linalg.cholesky(k).diagonal().log().sum()
        else:
            logdet = eigenvalues.clamp(min=1e-6).log().sum()
        return logdet


def load():
    return torch.compile(LogDet())


def cases():
    yield from build(load, lambda: (torch.eye(3) + 0.1,), "base")
    yield from build(load, lambda: (-torch.eye(3),), "base", tag="indefinite-")

EXPECT = {'topic': 'gaussian processes',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['exceptions'],
 'breaks': {18: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'grad_mode', 'result'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
