"""Coupled Newton iteration for the inverse p-th root of a preconditioner (Shampoo)."""

from typing import NamedTuple

import torch

from fxkit import randn, sweep


class RootConfig(NamedTuple):
    root: int = 2
    max_iterations: int = 8
    tolerance: float = 1e-4
    epsilon: float = 1e-3


CFG = RootConfig()


def matrix_power(A, p):
    out = A
    for _ in range(p - 1):
        out = out @ A
    return out


def inverse_root_newton(A, cfg):
    dim = A.shape[0]
    identity = torch.eye(dim, dtype=A.dtype)
    A_ridge = A + cfg.epsilon * identity
    alpha = -1.0 / cfg.root
    z = (cfg.root + 1) / (2 * torch.linalg.norm(A_ridge))
    X = z ** (-alpha) * identity
    M = z * A_ridge
    error = torch.dist(M, identity, p=float("inf"))
    iteration = 0
    while error > cfg.tolerance and iteration < cfg.max_iterations:
        iteration += 1
        M_p = M.mul(alpha).add(identity, alpha=1 - alpha)
        X = X @ M_p
        M = matrix_power(M_p, cfg.root) @ M
        error = torch.dist(M, identity, p=float("inf"))
    return X, error, iteration


@torch.compile
def precondition(grad, factor):
    statistic = factor @ factor.t() / factor.shape[1]
    root, error, iterations = inverse_root_newton(statistic, CFG)
    return root @ grad, error, iterations


def cases():
    yield from sweep(precondition, lambda: (randn(3, 4), randn(3, 6)), "base f64")
    yield from sweep(precondition, lambda: (randn(3, 4), torch.eye(3)), "base", tag="eye-")
    yield from sweep(precondition, lambda: (randn(3, 4), torch.eye(3) * 2 + 0.1), "base", tag="near-")


EXPECT = {'topic': 'solver',
 'kind': 'residual_break_counter',
 'rewrites': [],
 'breaks': {37: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 10,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['finite-grad', 'fresh-result', 'number-tensor']}
