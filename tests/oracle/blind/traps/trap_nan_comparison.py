"""Armijo backtracking: a step whose loss is not lower is halved, NaN included."""

import torch

from fxkit import randn, sweep


def objective(x):
    return (x.log() * x).sum()


@torch.compile
def line_search(x, direction, step=0.5, trials=3):
    reference = objective(x)
    t = torch.full((), step)
    for _ in range(trials):
        loss = objective(x - t * direction)
        if not loss < reference:
            t = t * 0.5
    return x - t * direction, t


def cases():
    yield from sweep(line_search, lambda: (randn(4).abs() + 0.1, randn(4)), "base")
    yield from sweep(line_search, lambda: (randn(4).abs() + 0.1, randn(4).abs() * 10), "base", tag="wild-")
    yield from sweep(line_search, lambda: (randn(4).abs() + 2, randn(4).abs() * 0.1), "base", tag="calm-")


EXPECT = {'topic': 'optimiser',
 'kind': 'negated_nan_compare',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {18: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'naive_differs_in': ['values'],
 'unsafe': ['finite']}
