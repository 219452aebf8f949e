"""Posterior mean of a Gaussian process by conjugate gradients, with a warning when the tolerance is not met."""

import warnings

import torch
from torch import nn

from fxkit import build, randn


class NumericalWarning(RuntimeWarning):
    pass


def linear_cg(A, rhs, n_iter=3, tolerance=1e-3, eps=1e-10):
    result = torch.zeros_like(rhs)
    residual = rhs - A @ result
    direction = residual
    rr = residual.square().sum()
    for _ in range(n_iter):
        mvm = A @ direction
        alpha = rr / (direction * mvm).sum().clamp(min=eps)
        result = result + alpha * direction
        residual = residual - alpha * mvm
        new_rr = residual.square().sum()
        direction = residual + new_rr / rr.clamp(min=eps) * direction
        rr = new_rr
    residual_norm = residual.norm() / rhs.norm().clamp(min=eps)
    if residual_norm > tolerance:
        warnings.warn(
            "CG terminated in {} iterations with an average residual norm of {:.2e}, which is larger than the "
            "tolerance of {}.".format(n_iter, residual_norm.item(), tolerance),
            NumericalWarning,
        )
    return result


class PosteriorMean(nn.Module):
    def __init__(self, n_iter=3, noise=0.2):
        super().__init__()
        self.log_scale = nn.Parameter(torch.zeros(()))
        self.noise, self.n_iter = noise, n_iter

    def forward(self, x, y, x_test):
        kernel = torch.exp(-0.5 * torch.cdist(x, x).square() * self.log_scale.exp())
        cross = torch.exp(-0.5 * torch.cdist(x_test, x).square() * self.log_scale.exp())
        weights = linear_cg(kernel + self.noise * torch.eye(len(x)), y, self.n_iter)
        return cross @ weights


class Regression:
    def __init__(self, n_iter=3):
        self.mean = torch.compile(PosteriorMean(n_iter))

    def predict(self, x, y, x_test):
        return self.mean(x, y, x_test)


def load(n_iter=3):
    return Regression(n_iter).predict


def cases():
    yield from build(load, lambda: (randn(6, 2), randn(6), randn(3, 2, seed=1)), "base")
    yield from build(lambda: load(12), lambda: (randn(5, 2) * 4, randn(5), randn(3, 2, seed=1)), "base", tag="enough-")

EXPECT = {'topic': 'gaussian process',
 'kind': 'warnings',
 'rewrites': [],
 'breaks': {29: 2, 30: 2, 32: 1},
 'gb': ['GB0007', 'GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
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
