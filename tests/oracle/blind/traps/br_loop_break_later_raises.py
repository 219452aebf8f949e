"""Stages are refined until the residual is small; the later ones may not fit at all."""

import torch

from fxkit import randn, sweep


@torch.compile
def refine(x, stages, tol):
    for w in stages:
        if x.abs().max() < tol:
            break
        x = torch.tanh(x @ w)
    return x


def stages(bad):
    ws = [0.1 * randn(3, 3, seed=s) for s in range(3)]
    if bad:
        ws[2] = randn(4, 2)
    return ws


def cases():
    yield from sweep(refine, lambda: (randn(2, 3), stages(False), 0.3), "base", tag="fit-")
    yield from sweep(refine, lambda: (randn(2, 3), stages(True), 0.5), "base", tag="misfit-")

EXPECT = {'topic': 'optim',
 'verdict': 'any correct rewrite',
 'obligations': ['O4', 'O7'],
 'breaks': {11: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
