"""Alternating least squares: the normal equations of a user get a ridge when they are badly conditioned."""

import torch
from torch import nn

from fxkit import build, rand, randn


def solve_user(items, ratings, weights, max_cond=50.0, ridge=0.1):
    gram = items.t() @ (items * weights[:, None])
    rhs = items.t() @ (weights * ratings)
    eig = torch.linalg.eigvalsh(gram)
    cond = eig[-1] / eig[0].clamp(min=1e-9)
    if cond > max_cond:
        gram = gram + ridge * torch.eye(gram.shape[0], dtype=gram.dtype)
        regularised = 1
    else:
        regularised = 0
    return torch.linalg.solve(gram, rhs), regularised


class ALSUserStep(nn.Module):
    def __init__(self, max_cond=50.0, ridge=0.1):
        super().__init__()
        self.max_cond, self.ridge = max_cond, ridge
        self.register_buffer("regularised_users", torch.zeros((), dtype=torch.long))

    @torch.no_grad()
    def forward(self, items, ratings, weights):
        factors = []
        for user in range(ratings.shape[0]):
            factor, regularised = solve_user(items, ratings[user], weights[user], self.max_cond, self.ridge)
            self.regularised_users += regularised
            factors.append(factor)
        factors = torch.stack(factors)
        error = (weights * (factors @ items.t() - ratings).square()).sum() / weights.sum()
        return factors, error


def load(max_cond=50.0):
    return torch.compile(ALSUserStep(max_cond))


def cases():
    def inputs(scale=1.0):
        items = randn(8, 3)
        items[:, 2] = items[:, 1] + scale * items[:, 2]
        return items, rand(3, 8) * 5, 0.1 + rand(3, 8, seed=1)

    yield from build(load, inputs, "base")
    yield from build(load, lambda: inputs(0.02), "base", tag="collinear-")
    yield from build(lambda: load(8.0), inputs, "base", tag="strict-")

EXPECT = {'topic': 'recommender',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {14: 3},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 6,
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
